package io.yici.test;

import io.yici.jdbc.JdbcYici;
import io.yici.store.OperationStore;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.sqlite.SQLiteDataSource;

/** The store contract as an author of a store would run it, on the oldest JUnit it promises to run on. */
class LocalStoreContractTest {

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnH2 extends OperationStoreContract {
        private final DataSource dataSource = h2();
        private final JdbcYici yici = yici(dataSource);

        @Override
        protected OperationStore store() {
            return yici.store();
        }

        @Override
        protected DataSource dataSource() {
            return dataSource;
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnSqlite extends OperationStoreContract {
        private final DataSource dataSource = sqlite();
        private final JdbcYici yici = yici(dataSource);

        @Override
        protected OperationStore store() {
            return yici.store();
        }

        @Override
        protected DataSource dataSource() {
            return dataSource;
        }

        @Override
        protected boolean tellsRivals() {
            return false;
        }
    }

    private static JdbcYici yici(DataSource dataSource) {
        return JdbcYici.on(dataSource)
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build();
    }

    private static DataSource h2() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    private static DataSource sqlite() {
        SQLiteDataSource dataSource = new SQLiteDataSource();
        dataSource.setUrl("jdbc:sqlite:target/contract-" + UUID.randomUUID()
                + ".db?journal_mode=WAL&busy_timeout=5000&transaction_mode=IMMEDIATE");
        return dataSource;
    }
}
