package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.SetupException;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenCheck;
import io.yici.guard.TokenUse;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.autoconfigure.YiciAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that takes tokens starts with a secret for them, and with nothing less. */
class TokenStartTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final String OTHER = "fedcba9876543210fedcba9876543210";

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    JacksonAutoConfiguration.class,
                    HttpMessageConvertersAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    YiciAutoConfiguration.class))
            .withBean(CallerResolver.class, () -> () -> "alice")
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());

    @Test
    void withoutASecretNothingThatTakesTokensStarts() {
        String remedy = "yici.tokens.secrets";
        assertThat(problems(application.withBean(Desk.class), "yici.http.routes[place].token=required"))
                .singleElement()
                .asString()
                .contains("Desk.place", remedy);
        assertThat(problems(application.withBean(Desk.class), "yici.http.token=accepted"))
                .singleElement()
                .asString()
                .contains("Desk.place", remedy);
        assertThat(problems(application.withBean(Desk.class), "yici.operations.place.token=required"))
                .singleElement()
                .asString()
                .contains("'place'", remedy);
        assertThat(problems(application.withBean(Service.class)))
                .singleElement()
                .asString()
                .contains("Service.pay", remedy);
    }

    @Test
    void withASecretTheyDoAndItSignsWhereItIsTheOnlyOne() {
        application
                .withBean(Desk.class)
                .withBean(Service.class)
                .withPropertyValues("yici.http.routes[place].token=required", "yici.tokens.secrets.a=" + SECRET)
                .run(context -> {
                    FormTokens tokens = context.getBean(FormTokens.class);
                    assertThat(tokens.verify("place", "alice", tokens.issue("place", "alice")))
                            .isInstanceOf(TokenCheck.Valid.class);
                    assertThat(context.getBean(TokenIssuer.class).issuesFor("pay"))
                            .isTrue();
                    assertThat(context.getBean(TokenIssuer.class).issuesFor("other"))
                            .isFalse();
                });
    }

    @Test
    void theOneThatIsNamedSignsAndTheOthersVerify() {
        FormTokens old = FormTokens.signedBy("old", SECRET).build();
        application
                .withPropertyValues(
                        "yici.tokens.secrets.old=" + SECRET,
                        "yici.tokens.secrets.new=" + OTHER,
                        "yici.tokens.signing=new",
                        "yici.tokens.time-to-live=5m")
                .run(context -> {
                    FormTokens tokens = context.getBean(FormTokens.class);
                    assertThat(tokens).hasToString("FormTokens[signing new, verifying [new, old]]");
                    assertThat(tokens.timeToLive()).hasMinutes(5);
                    assertThat(tokens.verify("place", "alice", old.issue("place", "alice")))
                            .isInstanceOf(TokenCheck.Valid.class);
                });
    }

    @Test
    void secretsThatCannotBeUsedAreRefusedAndNeverShown() {
        assertThat(problems(application, "yici.tokens.secrets.a=much too short"))
                .singleElement()
                .asString()
                .contains("'a'", "14 bytes")
                .doesNotContain("much too short");
        assertThat(problems(application, "yici.tokens.signing=a"))
                .singleElement()
                .asString()
                .contains("yici.tokens.signing = a");
        assertThat(problems(application, "yici.tokens.secrets.a=" + SECRET, "yici.tokens.secrets.b=" + OTHER))
                .singleElement()
                .asString()
                .contains("yici.tokens.signing", "[a, b]")
                .doesNotContain(SECRET);
        assertThat(problems(application, "yici.tokens.secrets.a=" + SECRET, "yici.tokens.time-to-live=30"))
                .singleElement()
                .asString()
                .contains("yici.tokens.time-to-live", "30s");
    }

    @Test
    void rulesThatContradictEachOtherAreRefused() {
        WebApplicationContextRunner withSecret =
                application.withBean(Desk.class).withPropertyValues("yici.tokens.secrets.a=" + SECRET);
        String required = "yici.http.routes[place].token=required";
        assertThat(problems(withSecret, required, "yici.http.routes[place].key-syntax=uuidv7"))
                .singleElement()
                .asString()
                .contains("Desk.place", "token=accepted");
        assertThat(problems(withSecret, required, "yici.http.routes[place].key=optional"))
                .singleElement()
                .asString()
                .contains("Desk.place", "key=optional");
        assertThat(problems(withSecret, required, "yici.operations.place.unseen-keys-within=1h"))
                .singleElement()
                .asString()
                .contains("Desk.place", "UUIDv7");
        assertThat(problems(
                        withSecret,
                        required,
                        "yici.operations.place.answers-for=30m",
                        "yici.operations.place.marks-for=1m",
                        "yici.operations.place.refuses-for=0s"))
                .singleElement()
                .asString()
                .contains("place", "PT32M");
    }

    /** B39: no guard of one process's own in place of what is not there. */
    @Test
    void anOperationThatAsksForAGuardThatIsNotThereDoesNotStart() {
        assertThat(problems(application.withBean(Desk.class), "yici.operations.place.entry-guard=true"))
                .singleElement()
                .asString()
                .contains("'place' asks for the entry guard");
        assertThat(problems(application.withBean(Desk.class), "yici.operations.place.entry-guard=maybe"))
                .singleElement()
                .asString()
                .contains("yici.operations.place.entry-guard");
    }

    @Test
    void aServiceThatTakesTokensNamesItsKey() {
        assertThat(problems(application.withBean(Keyless.class), "yici.tokens.secrets.a=" + SECRET))
                .singleElement()
                .asString()
                .contains("Keyless.pay", "names no key");
    }

    @Test
    void tokensMayBeHadElsewhereOrNowhere() {
        WebApplicationContextRunner withSecret = application
                .withBean(Desk.class)
                .withPropertyValues("yici.tokens.secrets.a=" + SECRET, "yici.http.token=required");
        withSecret
                .withPropertyValues("yici.http.token-path=/api/tokens")
                .run(context -> assertThat(context.getBean(HttpProperties.class).tokensAt())
                        .isEqualTo("/api/tokens"));
        withSecret
                .withPropertyValues("yici.http.token-path=")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TokenEndpoint.class));
        withSecret
                .withPropertyValues("yici.http.path=")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TokenEndpoint.class));
        withSecret.run(context -> assertThat(context).hasSingleBean(TokenEndpoint.class));
    }

    private static List<String> problems(WebApplicationContextRunner application, String... settings) {
        List<String> problems = new ArrayList<>();
        application.withPropertyValues(settings).run(context -> problems.addAll(in(context.getStartupFailure())));
        return problems;
    }

    private static List<String> in(@Nullable Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SetupException setup) {
                return setup.problems();
            }
        }
        assertThat(failure).isNull();
        return List.of();
    }

    @RestController
    static class Desk {
        @Idempotent(operation = "place")
        @PostMapping("/place")
        String place() {
            return "placed";
        }
    }

    static class Service {
        @Idempotent(operation = "pay", key = "#a0", token = TokenUse.ACCEPTED)
        public String pay(String key) {
            return "paid";
        }
    }

    static class Keyless {
        @Idempotent(operation = "pay", token = TokenUse.REQUIRED)
        public String pay(String order) {
            return "paid";
        }
    }
}
