package io.yici.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.yici.MisuseException;
import io.yici.jdbc.JdbcTransaction;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The ends of a transaction and its limits, on a data source whose connections can be made to fail. */
class SpringTransactionsTest {
    private final FreshDatabase database = TestDatabase.H2.create("spring transactions");
    private final FailingDataSource dataSource = new FailingDataSource(database.pool(4));
    private final JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
    private final SpringTransactions transactions = SpringTransactions.of(manager, dataSource);
    private final JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    private final List<String> heard = new ArrayList<>();

    @BeforeEach
    void table() {
        jdbc.execute("CREATE TABLE rows_of (name VARCHAR(20))");
    }

    @AfterEach
    void close() {
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
        assertThat(dataSource.borrowed()).isZero();
        database.close();
    }

    @Test
    void businessCodeSharesItsConnectionAndCommit() throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "record");
        jdbc.update("INSERT INTO rows_of VALUES ('business')");
        assertThat(dataSource.borrowed()).isEqualTo(1);
        assertThat(transaction.joined()).isFalse();
        transaction.commit();
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void rollingBackUndoesBoth() throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "record");
        jdbc.update("INSERT INTO rows_of VALUES ('business')");
        assertThat(transaction.rollback()).isFalse();
        assertThat(rows()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsToBeDoneAfterTheEndIsDoneBeforeTheConnectionGoesBack(boolean commits) throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        listenTo(transaction);
        if (commits) {
            transaction.commit();
        } else {
            transaction.rollback();
        }
        assertThat(heard).containsExactly("ended, borrowed: 1");
    }

    @Test
    void aJoinedPartHearsOfTheEndOfTheWhole() {
        new TransactionTemplate(manager).executeWithoutResult(status -> {
            JdbcTransaction part = begin();
            assertThat(part.joined()).isTrue();
            listenTo(part);
            commit(part);
            assertThat(heard).isEmpty();
        });
        assertThat(heard).containsExactly("ended, borrowed: 1");
    }

    @Test
    void aJoinedPartThatFailsMakesTheWholeRollBackWhateverTheManagerIsSetTo() {
        manager.setGlobalRollbackOnParticipationFailure(false);
        TransactionTemplate whole = new TransactionTemplate(manager);
        assertThatThrownBy(() -> whole.executeWithoutResult(status -> {
                    write(begin().connection(), "whole");
                    JdbcTransaction part = begin();
                    write(part.connection(), "part");
                    assertThat(part.rollback()).isFalse();
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertThat(rows()).isZero();
    }

    @Test
    void workThatMarkedItsTransactionCannotCommit() throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "half");
        new TransactionTemplate(manager).executeWithoutResult(status -> status.setRollbackOnly());
        StoreException refused = catchThrowableOfType(StoreException.class, transaction::commit);
        assertThat(refused.failure()).isEqualTo(Failure.REFUSED);
        assertThat(refused).hasCauseInstanceOf(UnexpectedRollbackException.class);
        assertThat(rows()).isZero();
    }

    @Test
    void aPartOfAMarkedWholeSaysSoAtItsEnd() {
        TransactionTemplate whole = new TransactionTemplate(manager);
        assertThatThrownBy(() -> whole.executeWithoutResult(status -> {
                    JdbcTransaction part = begin();
                    new TransactionTemplate(manager).executeWithoutResult(inner -> inner.setRollbackOnly());
                    StoreException refused = catchThrowableOfType(StoreException.class, () -> commit(part));
                    assertThat(refused.failure()).isEqualTo(Failure.ABORTED);
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
    }

    @Test
    void whatFailsBeforeTheCommitIsKnownToBeRolledBack() throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "half");
        IllegalStateException failure = new IllegalStateException("listener");
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                throw failure;
            }
        });
        assertThatThrownBy(transaction::commit)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        refused -> assertThat(refused.failure()).isEqualTo(Failure.REFUSED))
                .hasCause(failure);
        assertThat(rows()).isZero();
    }

    @Test
    void whatFailsAfterTheCommitDoesNotUndoIt() throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "done");
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                throw new IllegalStateException("listener");
            }
        });
        transaction.commit();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aConnectionInDoubtIsAbortedBeforeItGoesBack() throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "doubtful");
        dataSource.failCommits("08006", false);
        assertThatThrownBy(transaction::commit).hasRootCauseInstanceOf(SQLException.class);
        assertThat(dataSource.aborted()).isEqualTo(1);
    }

    @Test
    void aConnectionThatStillAnswersIsKept() throws SQLException {
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "refused");
        dataSource.failCommits("40001", true);
        assertThatThrownBy(transaction::commit).hasRootCauseInstanceOf(SQLException.class);
        assertThat(dataSource.aborted()).isZero();
        assertThat(rows()).isZero();
    }

    @Test
    void aReadOnlyWholeIsRefusedAndGoesOn() {
        TransactionTemplate readOnly = new TransactionTemplate(manager);
        readOnly.setReadOnly(true);
        readOnly.executeWithoutResult(status -> {
            assertThatThrownBy(transactions::begin)
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("read-only");
            assertThat(status.isRollbackOnly()).isFalse();
        });
    }

    @Test
    void anotherIsolationThanTheWholesIsRefusedAndTheSameIsNot() {
        DefaultTransactionDefinition serializable = new DefaultTransactionDefinition();
        serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        SpringTransactions strict = transactions.as(serializable);
        new TransactionTemplate(manager)
                .executeWithoutResult(status -> assertThatThrownBy(strict::begin)
                        .isInstanceOf(MisuseException.class)
                        .hasMessageContaining("isolation"));
        new TransactionTemplate(manager, serializable).executeWithoutResult(status -> {
            JdbcTransaction part = begin(strict);
            assertThat(part.joined()).isTrue();
            commit(part);
        });
    }

    @Test
    void aManagerOfAnotherDataSourceIsRefused() {
        JdbcTransactionManager theirs = new JdbcTransactionManager(database.pool(1));
        assertThatThrownBy(() -> SpringTransactions.of(theirs, dataSource))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("manages another data source");
    }

    /** As when the manager is given another data source while the application runs. */
    @Test
    void aTransactionThatTurnsOutToBeOnAnotherDataSourceIsRefused() {
        manager.setDataSource(database.pool(1));
        assertThatThrownBy(transactions::begin)
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("data source of the records");
    }

    @Test
    void aManagerWithoutADataSourceIsRefused() {
        assertThat(ManagedDataSource.problemWith(new TransactionManager() {}, dataSource))
                .contains("not a plain JDBC or JPA one");
    }

    @Test
    void aTransactionAwareProxyStandsForItsTarget() throws SQLException {
        DataSource proxy = new TransactionAwareDataSourceProxy(dataSource);
        assertThat(ManagedDataSource.problemWith(manager, proxy)).isNull();
        JdbcTransaction transaction = SpringTransactions.of(manager, proxy).begin();
        write(transaction.connection(), "record");
        transaction.commit();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aManagerThatTellsNothingIsRefused() {
        manager.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
        assertThatThrownBy(transactions::begin)
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("SYNCHRONIZATION_ALWAYS");
    }

    @Test
    void aThreadIsBoundByASuspendedTransactionToo() {
        assertThat(transactions.threadIsBound()).isFalse();
        TransactionTemplate apart = new TransactionTemplate(manager);
        apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
        new TransactionTemplate(manager).executeWithoutResult(status -> {
            assertThat(transactions.threadIsBound()).isTrue();
            apart.executeWithoutResult(
                    none -> assertThat(transactions.threadIsBound()).isTrue());
        });
        assertThat(transactions.threadIsBound()).isFalse();
    }

    @Test
    void suspensionIsRefusedBeforeTheCommitAndFreeAfterIt() throws SQLException {
        TransactionTemplate apart = new TransactionTemplate(manager);
        apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "record");
        assertThatThrownBy(() -> apart.executeWithoutResult(status -> {})).isInstanceOf(MisuseException.class);
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                apart.executeWithoutResult(status -> heard.add("apart"));
            }
        });
        transaction.commit();
        assertThat(heard).containsExactly("apart");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void suspensionOnTheWayToTheCommitIsRefusedToo() throws SQLException {
        TransactionTemplate apart = new TransactionTemplate(manager);
        apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        JdbcTransaction transaction = transactions.begin();
        write(transaction.connection(), "record");
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                apart.executeWithoutResult(status -> heard.add("apart"));
            }
        });
        assertThatThrownBy(transaction::commit).hasCauseInstanceOf(MisuseException.class);
        assertThat(heard).isEmpty();
        assertThat(rows()).isZero();
    }

    private void listenTo(JdbcTransaction transaction) {
        transaction.afterEnd(() -> heard.add("ended, borrowed: " + dataSource.borrowed()));
    }

    private int rows() {
        Integer count = jdbc.queryForObject("SELECT COUNT(*) FROM rows_of", Integer.class);
        return count == null ? -1 : count;
    }

    private JdbcTransaction begin() {
        return begin(transactions);
    }

    private static JdbcTransaction begin(SpringTransactions transactions) {
        try {
            return transactions.begin();
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private static void commit(JdbcTransaction transaction) {
        try {
            transaction.commit();
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private static void write(Connection connection, String name) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO rows_of VALUES ('" + name + "')");
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }
}
