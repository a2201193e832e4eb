package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.OperationSettings.Mode;
import io.yici.Outcome;
import io.yici.SetupException;
import io.yici.Yici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.CallerResolver;
import io.yici.spring.Events;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.SpringYici;
import io.yici.spring.cache.CaffeineRecordCache;
import io.yici.store.Codec;
import io.yici.store.RecordCache;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Properties, beans and switches. */
@ExtendWith(OutputCaptureExtension.class)
class SettingsTest {
    private final ApplicationContextRunner application = Applications.onH2().withBean(Greeter.class);

    @Test
    void defaultsAndSingleOperationsAreSetByProperties() {
        application
                .withPropertyValues(
                        "yici.answers-for=3d",
                        "yici.waits-for=2s",
                        "yici.operations.greet.answers-for=90d",
                        "yici.operations[greet.twice].retries=0",
                        "yici.operations.greet.twice.mode=observe",
                        "yici.operations.greet.twice.unseen-keys-within=1h",
                        "yici.operations.greet.twice.allowed-future=1m",
                        "yici.operations.greet.twice.programmatic=true")
                .run(context -> {
                    SpringYici yici = context.getBean(SpringYici.class);
                    assertThat(yici.settings("other").answersFor()).isEqualTo(Duration.ofDays(3));
                    OperationSettings greet = yici.settings("greet");
                    assertThat(greet.answersFor()).isEqualTo(Duration.ofDays(90));
                    assertThat(greet.waitsFor()).isEqualTo(Duration.ofSeconds(2));
                    OperationSettings twice = yici.settings("greet.twice");
                    assertThat(twice.retries()).isZero();
                    assertThat(twice.mode()).isEqualTo(Mode.OBSERVE);
                    assertThat(twice.unseenKeysWithin()).isEqualTo(Duration.ofHours(1));
                    assertThat(twice.allowedFuture()).isEqualTo(Duration.ofMinutes(1));
                });
    }

    @Test
    void observeModeRunsEveryTime() {
        application
                .withBean(Events.class)
                .withPropertyValues("yici.operations.greet.mode=observe")
                .run(context -> {
                    Greeter greeter = context.getBean(Greeter.class);
                    greeter.greet("k");
                    greeter.greet("k");
                    assertThat(context.getBean(Ledger.class).runsOf("k")).isEqualTo(2);
                    assertThat(context.getBean(OrderTable.class).rowsOf("k")).isEqualTo(2);
                    assertThat(context.getBean(Events.class).kinds()).contains(Kind.WOULD_REPLAY);
                });
    }

    @Test
    void switchedOffEverythingRunsAndAWarningSaysSo(CapturedOutput output) {
        application.withPropertyValues("yici.enabled=false").run(context -> {
            Greeter greeter = context.getBean(Greeter.class);
            greeter.greet("k");
            greeter.greet("k");
            assertThat(context.getBean(Ledger.class).runsOf("k")).isEqualTo(2);
            Operation operation = Operation.named("greet").by("alice").key("k");
            Outcome<String> outcome = context.getBean(Yici.class).once(operation, "", String.class, () -> "run");
            assertThat(outcome.value()).isEqualTo("run");
            assertThat(output).contains("NOTHING IS GUARDED");
        });
    }

    @Test
    void switchedOffWorkStillHasItsTransaction() {
        application.withPropertyValues("yici.enabled=false").run(context -> {
            OrderTable orders = context.getBean(OrderTable.class);
            Operation operation = Operation.named("greet").by("alice").key("k");
            assertThatThrownBy(() -> context.getBean(Yici.class).once(operation, "", String.class, () -> {
                        orders.insert("k", "x");
                        throw new IllegalStateException("boom");
                    }))
                    .hasMessage("boom");
            assertThat(orders.rowsOf("k")).isZero();
        });
    }

    @Test
    void tablesCanHaveAnotherPrefix() {
        application.withPropertyValues("yici.table-prefix=once_").run(context -> {
            context.getBean(Greeter.class).greet("k");
            assertThat(context.getBean(JdbcClient.class)
                            .sql("SELECT COUNT(*) FROM once_record")
                            .query(Integer.class)
                            .single())
                    .isEqualTo(1);
        });
    }

    @Test
    void theCacheIsThereOnlyWhereItIsWanted() {
        application.run(context -> assertThat(context).doesNotHaveBean(RecordCache.class));
        application.withPropertyValues("yici.cache.enabled=true").run(context -> {
            assertThat(context).hasSingleBean(CaffeineRecordCache.class);
            Greeter greeter = context.getBean(Greeter.class);
            greeter.greet("k");
            context.getBean(JdbcClient.class).sql("DELETE FROM yici_record").update();
            assertThat(greeter.greet("k")).isEqualTo("hello 1");
            assertThat(context.getBean(Ledger.class).runsOf("k")).isEqualTo(1);
        });
    }

    /** Jackson 2 takes over on Spring Boot 3.5; see compat. */
    @Test
    void withoutAnyJacksonTheRefusalNamesTheStarter() {
        application.run(context -> assertThat(context.getBean(Codec.class)).isInstanceOf(Jackson3Codec.class));
        application
                .withClassLoader(new FilteredClassLoader("tools.jackson", "com.fasterxml.jackson"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("Greeter.greet")
                        .hasMessageContaining("spring-boot-starter-jackson"));
    }

    @Test
    void theCallerResolverIsAskedWhereTheMethodNamesNoCaller() {
        Applications.onH2()
                .withBean(Tenant.class)
                .withBean(CallerResolver.class, () -> () -> Tenant.CURRENT.get())
                .run(context -> {
                    Tenant tenant = context.getBean(Tenant.class);
                    assertThatThrownBy(() -> tenant.greet("k"))
                            .isInstanceOf(InvalidOperationException.class)
                            .hasMessageContaining("caller");
                    Tenant.CURRENT.set("one");
                    String ofOne = tenant.greet("k");
                    Tenant.CURRENT.set("two");
                    assertThat(tenant.greet("k")).isNotEqualTo(ofOne);
                    Tenant.CURRENT.remove();
                });
    }

    /** B59: duplicates are no errors, and keys are in no log. */
    @Test
    void logsNameOperationsAndHashesAndNoKeys(CapturedOutput output) {
        try (FreshDatabase database = TestDatabase.H2.create("logs");
                ConfigurableApplicationContext logging =
                        Applications.start(database, new Class<?>[] {Greeter.class}, "logging.level.io.yici=debug")) {
            Greeter greeter = logging.getBean(Greeter.class);
            greeter.greet("very-secret");
            greeter.greet("very-secret");
            assertThat(output)
                    .contains("EXECUTED greet[")
                    .contains("REPLAYED greet[")
                    .doesNotContain("very-secret")
                    .doesNotContain("ERROR");
        }
    }

    /** Public, for class loaders of other tests. */
    public static class Greeter {
        private final Ledger ledger;
        private final OrderTable orders;

        public Greeter(Ledger ledger, OrderTable orders) {
            this.ledger = ledger;
            this.orders = orders;
        }

        @Idempotent(operation = "greet", key = "#key", caller = "'alice'")
        public String greet(String key) {
            ledger.ran(key);
            orders.insert(key, "greeting");
            return "hello " + ledger.runsOf(key);
        }
    }

    static class Tenant {
        private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

        private final Ledger ledger;

        Tenant(Ledger ledger) {
            this.ledger = ledger;
        }

        @Idempotent(operation = "greet", key = "#key")
        public String greet(String key) {
            ledger.ran(key);
            return "hello " + ledger.runsOf(key);
        }
    }
}
