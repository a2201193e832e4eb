package io.yici.spring.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.yici.Rejection;
import io.yici.jdbc.JdbcTransaction;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.PlaceOrder;
import io.yici.spring.transaction.SpringTransactions;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Mapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.mybatis.spring.annotation.MapperScan;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** JdbcClient, JPA and MyBatis commit and roll back together with the record, under JPA's transaction manager. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PersistenceContract {
    private final FreshDatabase database;
    private final String dialect;
    private ConfigurableApplicationContext application;
    private Payments payments;
    private JdbcClient jdbc;
    private TransactionTemplate outer;
    private PlaceOrder order;

    PersistenceContract(TestDatabase kind, String dialect) {
        this.database = kind.create(getClass().getSimpleName());
        this.dialect = dialect;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({HibernateJpaAutoConfiguration.class, MybatisAutoConfiguration.class})
    @EntityScan(basePackageClasses = PaymentEntity.class)
    @MapperScan(basePackageClasses = AuditMapper.class, annotationClass = Mapper.class)
    static class Libraries {}

    @BeforeAll
    void start() {
        application = Applications.start(
                database,
                new Class<?>[] {Libraries.class, Payments.class},
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.jpa.database-platform=" + dialect);
        jdbc = application.getBean(JdbcClient.class);
        jdbc.sql("CREATE TABLE audits (order_key VARCHAR(100) NOT NULL)").update();
        payments = application.getBean(Payments.class);
        outer = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    @AfterAll
    void stop() {
        application.close();
        database.close();
    }

    @BeforeEach
    void takeAKey(TestInfo test) {
        order = PlaceOrder.of(test.getTestMethod().orElseThrow().getName());
    }

    @Test
    void allThreeCommitWithTheRecord() {
        assertThat(application.getBean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
        assertThat(payments.pay(order)).isEqualTo("paid " + order.key());
        assertThat(payments.pay(order)).isEqualTo("paid " + order.key());
        stayed(1, 1);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void withTransactionalInsideItIsTheSame() {
        payments.payTransactional(order);
        payments.payTransactional(order);
        stayed(1, 1);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void allThreeRollBackWithTheRecord() {
        assertThatThrownBy(() -> payments.payAndFail(order)).hasMessage("boom");
        stayed(0, 0);
    }

    @Test
    void aRejectionUndoesWhatJpaHadNotYetSent() {
        Rejection first = catchThrowableOfType(Rejection.class, () -> payments.payAndReject(order));
        stayed(0, 1);
        assertThatThrownBy(() -> payments.payAndReject(order)).isEqualTo(first);
        assertThat(runs()).isEqualTo(1);
    }

    /** Before the record is finished, so that nobody is told of a success that never was. */
    @Test
    void aConstraintThatJpaMeetsWhenItFlushesReachesTheCaller() {
        assertThatThrownBy(() -> payments.payTwice(order)).isInstanceOf(DataAccessException.class);
        stayed(0, 0);
        assertThatThrownBy(() -> payments.payTwice(order)).isInstanceOf(DataAccessException.class);
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void joinedAllOfItFollowsTheCaller() {
        outer.executeWithoutResult(status -> {
            payments.payTransactional(order);
            status.setRollbackOnly();
        });
        stayed(0, 0);
        outer.executeWithoutResult(status -> payments.payTransactional(order));
        stayed(1, 1);
    }

    @Test
    void aJoinedRejectionLeavesNothingOfAny() {
        assertThatThrownBy(() -> outer.executeWithoutResult(status -> {
                    application
                            .getBean(EntityManager.class)
                            .persist(new PaymentEntity("outer-" + order.key(), "outer"));
                    assertThat(catchThrowableOfType(Rejection.class, () -> payments.payAndReject(order))
                                    .recorded())
                            .isFalse();
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        stayed(0, 0);
        assertThat(count("SELECT COUNT(*) FROM payments WHERE id = ?", "outer-" + order.key()))
                .isZero();
    }

    @Test
    void theConnectionIsStillThereWhenTheTransactionHasEnded() throws SQLException {
        SpringTransactions transactions = SpringTransactions.of(
                application.getBean(PlatformTransactionManager.class), application.getBean(DataSource.class));
        List<Boolean> closed = new ArrayList<>();
        for (boolean commits : new boolean[] {true, false}) {
            JdbcTransaction transaction = transactions.begin();
            Connection connection = transaction.connection();
            transaction.afterEnd(() -> closed.add(isClosed(connection)));
            if (commits) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
        assertThat(closed).containsExactly(false, false);
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private int runs() {
        return application.getBean(Ledger.class).runsOf(order.key());
    }

    private void stayed(int rows, int records) {
        assertThat(application.getBean(OrderTable.class).rowsOf(order.key())).isEqualTo(rows);
        assertThat(application.getBean(AuditMapper.class).rowsOf(order.key())).isEqualTo(rows);
        assertThat(count("SELECT COUNT(*) FROM payments WHERE id = ?", order.key()))
                .isEqualTo(rows);
        assertThat(count("SELECT COUNT(*) FROM yici_record WHERE idempotency_key = ?", order.key()))
                .isEqualTo(records);
    }

    private int count(String sql, String parameter) {
        return jdbc.sql(sql).param(parameter).query(Integer.class).single();
    }
}
