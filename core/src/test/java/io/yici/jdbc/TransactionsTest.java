package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections come back as they were borrowed, and what was to be done afterwards is done once. */
class TransactionsTest {
    @ParameterizedTest
    @EnumSource
    void theConnectionGoesBackAsItCame(LocalDatabase database) throws Exception {
        Lending lending = new Lending(database.createWithSchema());
        for (Isolation isolation : new Isolation[] {null, Isolation.SERIALIZABLE}) {
            for (boolean commits : new boolean[] {true, false}) {
                JdbcTransaction transaction =
                        new DataSourceTransactions(lending.dataSource(), lending.dialect(), isolation).begin();
                assertThat(lending.last().getAutoCommit()).isFalse();
                if (commits) {
                    transaction.commit();
                } else {
                    transaction.rollback();
                }
                assertThat(lending.last().getAutoCommit()).isTrue();
                if (database == LocalDatabase.H2) {
                    assertThat(lending.last().getTransactionIsolation())
                            .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
                }
                assertThat(lending.closed()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void afterEndRunsOnceOnTheOpenConnectionWhicheverWayItEnds(LocalDatabase database) throws Exception {
        Lending lending = new Lending(database.createWithSchema());
        DataSourceTransactions transactions = new DataSourceTransactions(lending.dataSource(), lending.dialect(), null);
        List<String> done = new ArrayList<>();
        for (boolean commits : new boolean[] {true, false}) {
            JdbcTransaction outer = transactions.begin();
            JdbcTransaction part = transactions.begin();
            outer.afterEnd(() -> done.add("outer " + lending.closed()));
            part.afterEnd(() -> done.add("part " + lending.closed()));
            part.commit();
            assertThat(done).isEmpty();
            assertThat(transactions.threadIsBound()).isTrue();
            if (commits) {
                outer.commit();
            } else {
                outer.rollback();
            }
            assertThat(done).containsExactly("outer false", "part false");
            assertThat(transactions.threadIsBound()).isFalse();
            assertThat(transactions.current()).isNull();
            done.clear();
        }
    }

    @Test
    void anotherThreadHasATransactionOfItsOwn() throws Exception {
        DataSource dataSource = LocalDatabase.H2.createWithSchema();
        DataSourceTransactions transactions = new DataSourceTransactions(dataSource, Dialects.H2, null);
        JdbcTransaction here = transactions.begin();
        List<Boolean> joined = new ArrayList<>();
        Thread other = new Thread(() -> {
            try {
                JdbcTransaction there = transactions.begin();
                joined.add(there.joined());
                there.rollback();
            } catch (SQLException error) {
                throw new AssertionError(error);
            }
        });
        other.start();
        other.join();
        assertThat(joined).containsExactly(false);
        here.rollback();
    }

    @Test
    void aJoinedConnectionMustBeInATransactionThatMayWrite() throws Exception {
        try (Connection connection = LocalDatabase.H2.createWithSchema().getConnection()) {
            assertThatThrownBy(() -> new ConnectionTransactions(connection))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("setAutoCommit(false)");
            connection.setAutoCommit(false);
            try (ConnectionTransactions transactions = new ConnectionTransactions(connection)) {
                connection.setAutoCommit(true);
                assertThatThrownBy(transactions::begin).isInstanceOf(MisuseException.class);
            }
        }
    }

    @Test
    void noConnectionIsAStoreThatCannotBeReachedAndAFrameworksRefusalPasses() throws Exception {
        DataSource dataSource = LocalDatabase.H2.createWithSchema();
        JdbcOperationStore store = JdbcOperationStore.on(dataSource, new Refusing(null), TableNames.defaults());
        assertThatThrownBy(store::begin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("wrong use");
        JdbcOperationStore wrapped = JdbcOperationStore.on(
                dataSource, new Refusing(new SQLException("pool is closed")), TableNames.defaults());
        assertThatThrownBy(wrapped::begin)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        error -> assertThat(error.failure()).isEqualTo(Failure.UNREACHABLE));
    }

    @Test
    void errorsAreJudgedThroughTheirCauses() throws Exception {
        ErrorCodes codes = Dialects.POSTGRESQL.errors();
        SQLException conflict = new SQLException("serialization", "40001");
        assertThat(codes.judge(conflict)).isEqualTo(Failure.CONFLICT);
        assertThat(codes.judge(new RuntimeException(new RuntimeException(conflict))))
                .isEqualTo(Failure.CONFLICT);
        SQLException batch = new SQLException("batch", "XXXXX");
        batch.setNextException(new SQLIntegrityConstraintViolationException("unique", "23505"));
        assertThat(codes.judge(batch)).isEqualTo(Failure.REFUSED);
        assertThat(codes.judge(new SQLTransientConnectionException("pool"))).isEqualTo(Failure.UNREACHABLE);
        assertThat(codes.judge(new SQLException("no state"))).isEqualTo(Failure.OTHER);
        assertThat(codes.judge(new RuntimeException("no SQL"))).isEqualTo(Failure.OTHER);
        Exception circle = new RuntimeException("a");
        circle.initCause(new RuntimeException("b", circle));
        assertThat(codes.judge(circle)).isEqualTo(Failure.OTHER);
    }

    /** A framework that begins nothing. */
    private record Refusing(@Nullable SQLException cause) implements JdbcTransactions {
        @Override
        public JdbcTransaction begin() {
            throw new IllegalStateException("wrong use", cause);
        }

        @Override
        public boolean threadIsBound() {
            return false;
        }
    }
}
