package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.OperationEvent.Kind;
import io.yici.SetupException;
import io.yici.spring.Applications;
import io.yici.spring.Events;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.validation.annotation.Validated;

/** B15, B12: the guard is directly outside of the transaction, and inside of security, validation and retry. */
class AdvisorOrderTest {
    private final ApplicationContextRunner application = Applications.onH2()
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
            .withBean(Events.class)
            .withBean(Counter.class);

    @AfterEach
    void forgetTheUser() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void theGuardIsDirectlyOutsideOfTheTransaction() {
        application.run(context -> {
            List<Class<?>> chain = chain(context.getBean(Counter.class));
            assertThat(chain.indexOf(TransactionInterceptor.class))
                    .isEqualTo(chain.indexOf(IdempotentInterceptor.class) + 1);
        });
    }

    @Test
    void anOrderOfTheApplicationsOwnIsFollowed() {
        application.withUserConfiguration(TransactionsEarlier.class).run(context -> {
            List<Class<?>> chain = chain(context.getBean(Counter.class));
            assertThat(chain.indexOf(TransactionInterceptor.class))
                    .isEqualTo(chain.indexOf(IdempotentInterceptor.class) + 1);
        });
    }

    @Test
    void anOrderThatLeavesNoPlaceBeforeItIsRefused() {
        application
                .withUserConfiguration(TransactionsFirst.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("@EnableTransactionManagement"));
    }

    @Test
    void securityInsideOfTheTransactionIsRefused() {
        application
                .withUserConfiguration(Secured.class, TransactionsEarlier.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("Security"));
    }

    @Test
    void anInvalidCallIsRefusedBeforeTheGuard() {
        application.run(context -> {
            Counter counter = context.getBean(Counter.class);
            assertThatThrownBy(() -> counter.count("k", " ")).isInstanceOf(ConstraintViolationException.class);
            assertThat(context.getBean(Events.class).kinds()).isEmpty();
            assertThat(counter.count("k", "valid")).isEqualTo(1);
        });
    }

    /** B12: also on a replay. */
    @Test
    void whoMayNotIsRefusedBeforeTheGuard() {
        application.withUserConfiguration(Secured.class).run(context -> {
            Counter counter = context.getBean(Counter.class);
            login("ROLE_NOBODY");
            assertThatThrownBy(() -> counter.count("k", "x")).isInstanceOf(AccessDeniedException.class);
            assertThat(context.getBean(Events.class).kinds()).isEmpty();
            login("ROLE_CLERK");
            assertThat(counter.count("k", "x")).isEqualTo(1);
            login("ROLE_NOBODY");
            assertThatThrownBy(() -> counter.count("k", "x")).isInstanceOf(AccessDeniedException.class);
            assertThat(context.getBean(Events.class).kinds()).containsExactly(Kind.EXECUTED);
        });
    }

    @Test
    void aRetryTriesTheWholeGuardedCallAgain() {
        application.withUserConfiguration(Retrying.class).run(context -> {
            Counter counter = context.getBean(Counter.class);
            assertThat(counter.countAtLast("k")).isEqualTo(3);
            assertThat(counter.countAtLast("k")).isEqualTo(3);
            assertThat(context.getBean(Events.class).kinds())
                    .containsExactly(Kind.FAILED, Kind.FAILED, Kind.EXECUTED, Kind.REPLAYED);
            assertThat(context.getBean(OrderTable.class).rowsOf("k")).isEqualTo(1);
        });
    }

    private static List<Class<?>> chain(Object bean) {
        return Arrays.stream(((Advised) bean).getAdvisors())
                .<Class<?>>map(advisor -> advisor.getAdvice().getClass())
                .toList();
    }

    private static void login(String role) {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("alice", "", role));
    }

    @Validated
    static class Counter {
        private final Ledger ledger;
        private final OrderTable orders;

        Counter(Ledger ledger, OrderTable orders) {
            this.ledger = ledger;
            this.orders = orders;
        }

        @Transactional
        @PreAuthorize("hasRole('CLERK')")
        @Idempotent(operation = "count", key = "#key", caller = "'alice'")
        public int count(String key, @NotBlank String content) {
            ledger.ran(key);
            return ledger.runsOf(key);
        }

        @Transactional
        @Retryable(maxRetries = 3, delay = 1)
        @Idempotent(operation = "count.retried", key = "#key", caller = "'alice'")
        public int countAtLast(String key) {
            ledger.ran(key);
            orders.insert(key, "retried");
            if (ledger.runsOf(key) < 3) {
                throw new IllegalStateException("not yet");
            }
            return ledger.runsOf(key);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    static class Secured {}

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Retrying {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0)
    static class TransactionsEarlier {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = Ordered.HIGHEST_PRECEDENCE)
    static class TransactionsFirst {}
}
