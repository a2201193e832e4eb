package io.yici.proof;

import io.yici.services.TestDatabase;
import io.yici.store.OperationStore;
import io.yici.test.OperationStoreContract;
import javax.sql.DataSource;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The store contract on every database; on the servers at three isolation levels: cases B23 to B27, B30 to B32. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class StoreContractTest extends OperationStoreContract {
    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        shop = Shop.open(given, 12);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @Override
    protected OperationStore store() {
        return shop.yici.store();
    }

    @Override
    protected DataSource dataSource() {
        return shop.pool;
    }

    @Override
    protected boolean tellsRivals() {
        return ground.database() != TestDatabase.SQLITE;
    }
}
