package io.yici.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.yici.MisuseException;
import io.yici.Rejection;
import io.yici.SetupException;
import io.yici.compat.Payments.Paid;
import io.yici.compat.Payments.Pay;
import io.yici.json.jackson2.Jackson2Codec;
import io.yici.spring.Idempotent;
import io.yici.spring.state.SpringStates;
import io.yici.state.Move;
import io.yici.state.StateMachine;
import io.yici.store.Codec;
import jakarta.validation.ConstraintViolationException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.context.WebApplicationContext;

/** The same jar on Spring Boot 3.5 and Jackson 2: start, guard, replay, refuse, show, move. */
class OlderLineTest {
    private static final Pay PAY = new Pay("k1", new BigDecimal("10.00"));

    @TempDir
    private Path folder;

    @Test
    void thisIsTheOlderLine() {
        assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
        assertThatThrownBy(() -> Class.forName("tools.jackson.databind.json.JsonMapper"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void jpaAndJdbcShareOneTransactionWithTheRecordOnH2() {
        behaves("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());
    }

    @Test
    void jpaAndJdbcShareOneTransactionWithTheRecordOnSqlite() {
        behaves(
                "spring.datasource.url=jdbc:sqlite:" + folder.resolve("compat.db")
                        + "?journal_mode=WAL&busy_timeout=5000&transaction_mode=IMMEDIATE&foreign_keys=true",
                "spring.jpa.database-platform=org.hibernate.community.dialect.SQLiteDialect");
    }

    private void behaves(String... settings) {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(settings)
                .properties(COMMON)
                .run()) {
            assertThat(application.getBean(Codec.class)).isInstanceOf(Jackson2Codec.class);
            Payments payments = application.getBean(Payments.class);

            Paid first = payments.pay(PAY);
            assertThat(payments.pay(PAY)).usingRecursiveComparison().isEqualTo(first);
            assertThat(payments.runs()).isEqualTo(1);
            stayed(payments, 1, 1);

            Pay second = new Pay("k2", BigDecimal.ONE);
            Rejection rejection = catchThrowableOfType(Rejection.class, () -> payments.reject(second));
            assertThatThrownBy(() -> payments.reject(second)).isEqualTo(rejection);
            assertThat(payments.runs()).isEqualTo(2);
            stayed(payments, 1, 2);

            assertThatThrownBy(() -> payments.fail(new Pay("k3", BigDecimal.ONE)))
                    .hasMessage("boom");
            stayed(payments, 1, 2);

            assertThatThrownBy(() -> payments.checked("k4", 0)).isInstanceOf(ConstraintViolationException.class);
            stayed(payments, 1, 2);
            moves(application);
        }
    }

    private static void moves(ConfigurableApplicationContext application) {
        SpringStates states = application.getBean(SpringStates.class);
        TransactionTemplate transaction =
                new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        assertThat(transaction.<Move<Ticket>>execute(status -> states.enter(Application.TICKETS.in(Ticket.OPEN), "t1")))
                .isEqualTo(new Move.Moved<>(Ticket.OPEN, 1));
        assertThat(transaction.<Move<Ticket>>execute(status -> states.move(Application.TICKETS, "t1", Ticket.PAID)))
                .isEqualTo(new Move.Moved<>(Ticket.PAID, 2));
        assertThatThrownBy(() -> states.move(Application.TICKETS, "t1", Ticket.PAID))
                .isInstanceOf(MisuseException.class);
    }

    private static void stayed(Payments payments, int rows, int records) {
        assertThat(payments.rows("payments")).isEqualTo(rows);
        assertThat(payments.rows("log")).isEqualTo(rows);
        assertThat(payments.rows("yici_record")).isEqualTo(records);
    }

    @Test
    void replaysAndRefusalsAreShown() {
        web().run(context -> {
            assertThat(post(context, "/pay")).hasStatusOk().doesNotContainHeader("Idempotent-Replayed");
            assertThat(post(context, "/pay")).hasStatusOk().hasHeader("Idempotent-Replayed", "true");
            assertThat(post(context, "/reject")).hasStatus(422);
            MvcTestResult again = post(context, "/reject");
            assertThat(again).hasStatus(422).hasHeader("Idempotent-Replayed", "true");
            assertThat(again).bodyJson().extractingPath("$.type").isEqualTo("urn:yici:problem:rejected");
            assertThat(again).bodyJson().extractingPath("$.code").isEqualTo("limit");
        });
    }

    @Test
    void whatCannotWorkIsRefusedAtStart() {
        web().withBean(Broken.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("Broken.pay")
                        .hasMessageContaining("is final"));
    }

    private static WebApplicationContextRunner web() {
        return new WebApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withPropertyValues(COMMON)
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());
    }

    private static MvcTestResult post(WebApplicationContext context, String path) {
        return MockMvcTester.from(context)
                .post()
                .uri(path)
                .header("Idempotency-Key", "k1")
                .exchange();
    }

    private static final String[] COMMON = {
        "spring.jpa.hibernate.ddl-auto=update",
        "spring.jpa.open-in-view=false",
        "spring.sql.init.mode=always",
        "spring.main.banner-mode=off"
    };

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = PaymentEntity.class)
    @Import({Payments.class, PaymentController.class})
    static class Application {
        static final StateMachine<Ticket> TICKETS = StateMachine.on("tickets")
                .state("status", Ticket.class)
                .allow(Ticket.OPEN, Ticket.PAID)
                .build();

        @Bean
        StateMachine<Ticket> tickets() {
            return TICKETS;
        }
    }

    enum Ticket {
        OPEN,
        PAID
    }

    static class Broken {
        @Idempotent(operation = "broken", key = "#key", caller = "'x'")
        public final String pay(String key) {
            return key;
        }
    }
}
