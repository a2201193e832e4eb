package io.yici.jdbc;

import io.yici.services.TestDatabase;
import io.yici.store.OperationStore;
import io.yici.test.OperationStoreContract;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The JDBC store keeps the contract on every database, driver and isolation level. */
@ParameterizedClass
@MethodSource("io.yici.jdbc.Ground#all")
class JdbcStoreContractTest extends OperationStoreContract {
    private final Ground ground;
    private final Ground.Site site;
    private final OperationStore store;

    JdbcStoreContractTest(Ground ground) throws SQLException {
        this.ground = ground;
        this.site = ground.open("contract");
        this.store = site.store();
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Override
    protected OperationStore store() {
        return store;
    }

    @Override
    protected DataSource dataSource() {
        return site.dataSource();
    }

    @Override
    protected boolean tellsRivals() {
        return ground.database() != TestDatabase.SQLITE;
    }
}
