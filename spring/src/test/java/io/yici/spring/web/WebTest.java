package io.yici.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.AnswerNotKeptException;
import io.yici.CommitRefusedException;
import io.yici.ExpiredException;
import io.yici.InProgressException;
import io.yici.InvalidOperationException;
import io.yici.MismatchException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.StaleKeyException;
import io.yici.StoreUnavailableException;
import io.yici.TransactionConflictException;
import io.yici.TransactionLostException;
import io.yici.UnreadableRecordException;
import io.yici.UnstorableAnswerException;
import io.yici.http.RequestRefusedException;
import io.yici.http.RequestRefusedException.Reason;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import io.yici.spring.autoconfigure.YiciAutoConfiguration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.WebApplicationContext;

/** The header of replays and the faces of refusals. */
class WebTest {
    private static final String SECRET_KEY = "secret-key-1";

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
                    ErrorMvcAutoConfiguration.class,
                    YiciAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
            .withBean(Greetings.class)
            .withBean(GreetingController.class);

    @Test
    void onlyReplaysCarryTheHeader() {
        application.run(context -> {
            MvcTestResult first = post(context, "/greet", "k1");
            assertThat(first).hasStatusOk().doesNotContainHeader(ReplayHeader.NAME);
            MvcTestResult second = post(context, "/greet", "k1");
            assertThat(second).hasStatusOk().hasHeader(ReplayHeader.NAME, "true");
            assertThat(second).bodyText().isEqualTo("hello");
        });
    }

    @Test
    void aRequestThatDidNewWorkIsNoReplay() {
        application.run(context -> {
            post(context, "/greet", "k1");
            assertThat(post(context, "/greet/again", "k1")).hasStatusOk().hasHeader(ReplayHeader.NAME, "false");
            assertThat(post(context, "/greet/again", "k1")).hasStatusOk().hasHeader(ReplayHeader.NAME, "true");
        });
    }

    @Test
    void aReplayedRejectionIsMarkedToo() {
        application.run(context -> {
            assertThat(post(context, "/reject", "k1")).hasStatus(422).doesNotContainHeader(ReplayHeader.NAME);
            MvcTestResult again = post(context, "/reject", "k1");
            assertThat(again)
                    .hasStatus(422)
                    .hasHeader(ReplayHeader.NAME, "true")
                    .hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
            assertThat(again).bodyJson().extractingPath("$.type").isEqualTo("urn:yici:problem:rejected");
            assertThat(again).bodyJson().extractingPath("$.code").isEqualTo("out-of-stock");
            assertThat(again).bodyJson().extractingPath("$.detail").isEqualTo("No more tea");
            assertThat(again).bodyJson().extractingPath("$.details.sku").isEqualTo("TEA-1");
            assertThat(again).bodyJson().extractingPath("$.retryable").isEqualTo(false);
        });
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void everyRefusalHasItsFace(RuntimeException refusal, int status, String code, boolean retryable, boolean waits) {
        application
                .withBean(ThrowingController.class, () -> new ThrowingController(refusal))
                .run(context -> {
                    MvcTestResult result = post(context, "/throw", "x");
                    assertThat(result).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
                    assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("urn:yici:problem:" + code);
                    assertThat(result).bodyJson().extractingPath("$.code").isEqualTo(code);
                    assertThat(result).bodyJson().extractingPath("$.status").isEqualTo(status);
                    assertThat(result).bodyJson().extractingPath("$.retryable").isEqualTo(retryable);
                    if (waits) {
                        assertThat(result).hasHeader("Retry-After", "1");
                    } else {
                        assertThat(result).doesNotContainHeader("Retry-After");
                    }
                    assertThat(result).bodyText().doesNotContain(SECRET_KEY).doesNotContain("internals");
                });
    }

    static Stream<Arguments> refusals() {
        Operation operation = Operation.named("greet").by("alice").key(SECRET_KEY);
        return Stream.of(
                Arguments.of(new InProgressException(operation, "Running.", null), 409, "in-progress", true, true),
                Arguments.of(new MismatchException(operation, "Other.", null), 422, "mismatch", false, false),
                Arguments.of(new ExpiredException(operation, "Long ago.", null), 409, "key-expired", false, false),
                Arguments.of(new StaleKeyException(operation, "Old.", null), 412, "key-stale", false, false),
                Arguments.of(
                        new OutcomeUnknownException(operation, "Who knows.", null),
                        409,
                        "outcome-unknown",
                        true,
                        false),
                Arguments.of(
                        new AnswerNotKeptException(operation, "Gone.", null), 409, "response-not-kept", false, false),
                Arguments.of(
                        new StoreUnavailableException(operation, "Down.", null), 503, "store-unavailable", true, true),
                Arguments.of(new TransactionConflictException(operation, "Lost.", null), 503, "conflict", true, true),
                Arguments.of(new InvalidOperationException("the key is blank"), 400, "key-invalid", false, false),
                Arguments.of(
                        new UnreadableRecordException(operation, "internals", null),
                        500,
                        "record-unreadable",
                        false,
                        false),
                Arguments.of(
                        new TransactionLostException(operation, "internals", null),
                        500,
                        "transaction-lost",
                        false,
                        false),
                Arguments.of(
                        new UnstorableAnswerException(operation, "internals", null),
                        500,
                        "answer-unstorable",
                        false,
                        false),
                Arguments.of(
                        new CommitRefusedException(operation, "internals", null), 503, "commit-refused", false, false),
                Arguments.of(
                        new RequestRefusedException(Reason.KEY_MISSING, "None.", "Send one."),
                        400,
                        "key-missing",
                        false,
                        false),
                Arguments.of(new MisuseException(operation, "internals", null), 500, "internal", false, false));
    }

    @Test
    void aRefusalNamesAHashOfTheKey() {
        Operation operation = Operation.named("greet").by("alice").key(SECRET_KEY);
        RuntimeException refusal = new MismatchException(operation, "Other.", null);
        application
                .withBean(ThrowingController.class, () -> new ThrowingController(refusal))
                .run(context -> assertThat(post(context, "/throw", "x"))
                        .bodyJson()
                        .extractingPath("$.keyHash")
                        .isEqualTo(operation.id().shortHash()));
    }

    @Test
    void adviceOfTheApplicationWinsWhereItComesEarlier() {
        application.withBean(EarlyAdvice.class).run(context -> {
            assertThat(post(context, "/reject", "k1")).hasStatus(418);
            assertThat(post(context, "/greet", " ")).hasStatus(400);
        });
    }

    @Test
    void adviceThatCatchesEverythingSwallowsNoRefusal() {
        application.withBean(CatchAllAdvice.class).run(context -> {
            assertThat(post(context, "/reject", "k1")).hasStatus(422);
            assertThat(post(context, "/greet", " ")).hasStatus(400);
        });
    }

    @Test
    void bothCanBeSwitchedOff() {
        application
                .withPropertyValues("yici.web.replay-header=false", "yici.web.problems=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(ReplayHeader.class)
                        .doesNotHaveBean(IdempotencyProblems.class));
    }

    @Test
    void outsideOfTheWebThereIsNothingOfIt() {
        Applications.onH2()
                .run(context -> assertThat(context)
                        .doesNotHaveBean(ReplayHeader.class)
                        .doesNotHaveBean(IdempotencyProblems.class));
    }

    private static MvcTestResult post(WebApplicationContext context, String path, String key) {
        return MockMvcTester.from(context)
                .post()
                .uri(path)
                .header("Idempotency-Key", key)
                .exchange();
    }

    static class Greetings {
        @Idempotent(operation = "greet", key = "#key", caller = "'alice'")
        public String greet(String key) {
            return "hello";
        }

        @Idempotent(operation = "reject", key = "#key", caller = "'alice'")
        public String reject(String key) {
            throw Rejection.of("out-of-stock", "No more tea", Map.of("sku", "TEA-1"));
        }
    }

    @RestController
    static class GreetingController {
        private final Greetings greetings;

        GreetingController(Greetings greetings) {
            this.greetings = greetings;
        }

        @PostMapping("/greet")
        String greet(@RequestHeader("Idempotency-Key") String key) {
            return greetings.greet(key);
        }

        @PostMapping("/greet/again")
        ResponseEntity<String> greetAgain(@RequestHeader("Idempotency-Key") String key) {
            return ResponseEntity.ok(greetings.greet(key) + greetings.greet(key + "-more"));
        }

        @PostMapping("/reject")
        String reject(@RequestHeader("Idempotency-Key") String key) {
            return greetings.reject(key);
        }
    }

    @RestController
    static class ThrowingController {
        private final RuntimeException refusal;

        ThrowingController(RuntimeException refusal) {
            this.refusal = refusal;
        }

        @PostMapping("/throw")
        String refuse() {
            throw refusal;
        }
    }

    @Order(-1)
    @RestControllerAdvice
    static class EarlyAdvice {
        @ExceptionHandler
        ProblemDetail rejected(Rejection rejection) {
            return ProblemDetail.forStatus(418);
        }
    }

    @RestControllerAdvice
    static class CatchAllAdvice {
        @ExceptionHandler
        ProblemDetail failed(Exception anything) {
            return ProblemDetail.forStatus(500);
        }
    }
}
