package io.yici.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.jdbc.JdbcLeases;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.TableNames;
import io.yici.lease.FencedLease;
import io.yici.lease.LeaseName;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.SpringYici;
import io.yici.spring.autoconfigure.YiciAutoConfiguration;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Case L10: a lease closed inside a transaction of Spring is given back after it. */
class LeaseAfterCommitTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration BOUND = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leaseIsGivenBackAfterTheTransactionWhicheverWayItEnds(boolean commits) {
        on(TestDatabase.H2, 4, context -> {
            JdbcLeases leases = context.getBean(JdbcLeases.class);
            transaction(context).executeWithoutResult(status -> {
                FencedLease lease = leases.tryAcquire("order", LONG).orElseThrow();
                lease.close();
                assertThat(lease.isHeld()).isTrue();
                assertThat(leases.tryAcquire("order", LONG)).isEmpty();
                if (!commits) {
                    status.setRollbackOnly();
                }
            });
            assertThat(acquire(leases)).isPresent();
        });
    }

    @Test
    void leaseClosedOutsideIsFreeAtOnce() {
        on(TestDatabase.H2, 4, context -> {
            JdbcLeases leases = context.getBean(JdbcLeases.class);
            leases.tryAcquire("order", LONG).orElseThrow().close();
            assertThat(leases.tryAcquire("order", LONG)).isPresent();
        });
    }

    /** The transaction inside has its own end, and a lease closed in it does not wait for the one around. */
    @Test
    void innerTransactionDecidesForWhatIsClosedInIt() {
        on(TestDatabase.H2, 4, context -> {
            JdbcLeases leases = context.getBean(JdbcLeases.class);
            TransactionTemplate inner = transaction(context);
            inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            FencedLease lease = leases.tryAcquire("order", LONG).orElseThrow();
            transaction(context).executeWithoutResult(outer -> {
                inner.executeWithoutResult(status -> lease.close());
                assertThat(acquire(leases)).isPresent();
            });
        });
    }

    /** The release does not wait for the connection of the transaction it waits for. */
    @Test
    void oneConnectionIsEnoughForTheTransactionAndTheRelease() {
        on(TestDatabase.H2, 1, context -> {
            JdbcLeases leases = context.getBean(JdbcLeases.class);
            for (int times = 0; times < 3; times++) {
                FencedLease lease = acquire(leases).orElseThrow();
                transaction(context).executeWithoutResult(status -> lease.close());
            }
        });
    }

    @Test
    void takingInsideATransactionIsRefusedOnSqlite() {
        on(TestDatabase.SQLITE, 4, context -> {
            JdbcLeases leases = context.getBean(JdbcLeases.class);
            SpringYici yici = context.getBean(SpringYici.class);
            transaction(context).executeWithoutResult(status -> {
                assertThatThrownBy(() -> leases.tryAcquire("order", LONG)).isInstanceOf(MisuseException.class);
                assertThatThrownBy(() -> yici.fences().draw(LeaseName.of("order")))
                        .isInstanceOf(MisuseException.class);
            });
            assertThat(leases.tryAcquire("order", LONG)).isPresent();
        });
    }

    @Test
    void leasesOfTheApplicationsOwnReplaceOurs() {
        try (FreshDatabase database = TestDatabase.H2.create("own leases")) {
            runner(database, 4)
                    .withBean("ownLeases", Leases.class, () -> leases(database))
                    .run(context ->
                            assertThat(context).hasSingleBean(Leases.class).hasBean("ownLeases"));
        }
    }

    private static JdbcLeases leases(FreshDatabase database) {
        DataSource dataSource = database.pool(2);
        JdbcYici.on(dataSource)
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build()
                .close();
        return JdbcLeases.on(dataSource, TableNames.defaults(), LeaseSettings.defaults());
    }

    private static Optional<FencedLease> acquire(JdbcLeases leases) {
        try {
            return leases.acquire("order", LONG, BOUND);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static TransactionTemplate transaction(ApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    private static ApplicationContextRunner runner(FreshDatabase database, int connections) {
        DataSource dataSource = database.pool(connections);
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(YiciAutoConfiguration.class))
                .withPropertyValues("yici.create-schema=always", "yici.cleanup.enabled=false")
                .withBean("dataSource", DataSource.class, () -> dataSource)
                .withUserConfiguration(Managers.class);
    }

    private static void on(TestDatabase kind, int connections, Consumer<ApplicationContext> test) {
        try (FreshDatabase database = kind.create("leases after commit")) {
            runner(database, connections).run(context -> {
                assertThat(context).hasNotFailed();
                test.accept(context);
            });
        }
    }

    /** On the data source as the application gets it. */
    @Configuration(proxyBeanMethods = false)
    static class Managers {
        @Bean
        PlatformTransactionManager manager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }
}
