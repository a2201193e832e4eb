package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.AnswerNotKeptException;
import io.yici.CommitRefusedException;
import io.yici.ExpiredException;
import io.yici.IdempotencyException;
import io.yici.InProgressException;
import io.yici.InvalidOperationException;
import io.yici.MismatchException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.StaleKeyException;
import io.yici.StoreUnavailableException;
import io.yici.TokenExpiredException;
import io.yici.TokenRefusedException;
import io.yici.TransactionConflictException;
import io.yici.TransactionLostException;
import io.yici.UnreadableRecordException;
import io.yici.UnstorableAnswerException;
import io.yici.http.RequestRefusedException.Reason;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The faces of refusals. */
class ProblemTest {
    private static final String SECRET_KEY = "secret-key-1";

    private static final Operation OPERATION =
            Operation.named("order.create").by("alice").key(SECRET_KEY);

    @ParameterizedTest
    @MethodSource("shown")
    void whatTheClientCanActOnIsShown(
            IdempotencyException refusal, int status, String code, boolean retryable, boolean waits) {
        Problem problem = Problem.of(refusal);
        assertThat(problem.status()).isEqualTo(status);
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.type()).isEqualTo("urn:yici:problem:" + code);
        assertThat(problem.retryable()).isEqualTo(retryable);
        assertThat(problem.retryAfter()).isEqualTo(waits ? Duration.ofSeconds(1) : null);
        assertThat(problem.detail()).contains("Found it.").contains(refusal.remedy());
        assertThat(problem.isOurFault()).isFalse();
        assertThat(problem.keyHash()).isEqualTo(OPERATION.id().shortHash());
        assertThat(problem.toString()).doesNotContain(SECRET_KEY);
    }

    static Stream<Arguments> shown() {
        String found = "Found it.";
        return Stream.of(
                Arguments.of(new InProgressException(OPERATION, found, null), 409, "in-progress", true, true),
                Arguments.of(new MismatchException(OPERATION, found, null), 422, "mismatch", false, false),
                Arguments.of(new ExpiredException(OPERATION, found, null), 409, "key-expired", false, false),
                Arguments.of(new StaleKeyException(OPERATION, found, null), 412, "key-stale", false, false),
                Arguments.of(new TokenExpiredException(OPERATION, found, null), 412, "token-expired", false, false),
                Arguments.of(new TokenRefusedException(OPERATION, found, null), 403, "token-refused", false, false),
                Arguments.of(new OutcomeUnknownException(OPERATION, found, null), 409, "outcome-unknown", true, false),
                Arguments.of(
                        new AnswerNotKeptException(OPERATION, found, null), 409, "response-not-kept", false, false),
                Arguments.of(
                        new StoreUnavailableException(OPERATION, found, null), 503, "store-unavailable", true, true),
                Arguments.of(new TransactionConflictException(OPERATION, found, null), 503, "conflict", true, true));
    }

    @ParameterizedTest
    @MethodSource("hidden")
    void whatFailedOnOurSideIsForTheLogOnly(IdempotencyException refusal, int status, String code) {
        Problem problem = Problem.of(refusal);
        assertThat(problem.status()).isEqualTo(status);
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.type()).isEqualTo("urn:yici:problem:" + code);
        assertThat(problem.isOurFault()).isTrue();
        assertThat(problem.detail()).isNull();
        assertThat(problem.retryable()).isFalse();
        assertThat(problem.retryAfter()).isNull();
        assertThat(problem.toString()).doesNotContain("internals").doesNotContain(SECRET_KEY);
    }

    static Stream<Arguments> hidden() {
        String found = "internals";
        return Stream.of(
                Arguments.of(new CommitRefusedException(OPERATION, found, null), 503, "commit-refused"),
                Arguments.of(new UnreadableRecordException(OPERATION, found, null), 500, "record-unreadable"),
                Arguments.of(new TransactionLostException(OPERATION, found, null), 500, "transaction-lost"),
                Arguments.of(new UnstorableAnswerException(OPERATION, found, null), 500, "answer-unstorable"),
                Arguments.of(new MisuseException(OPERATION, found, null), 500, "internal"));
    }

    @ParameterizedTest
    @CsvSource({
        "KEY_MISSING, 400, key-missing",
        "KEY_INVALID, 400, key-invalid",
        "KEYS_DIFFER, 400, keys-differ",
        "CALLER_MISSING, 403, caller-missing",
        "REQUEST_INVALID, 400, request-invalid",
        "REQUEST_TOO_LARGE, 413, request-too-large"
    })
    void aRefusedRequestSaysWhy(Reason reason, int status, String code) {
        Problem problem = Problem.of(new RequestRefusedException(reason, "Found it.", "Mend it."));
        assertThat(problem.status()).isEqualTo(status);
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.type()).isEqualTo("urn:yici:problem:" + code);
        assertThat(problem.detail()).isEqualTo("Found it. Mend it.");
        assertThat(problem.retryable()).isFalse();
        assertThat(problem.keyHash()).isNull();
        assertThat(problem.retryAfter()).isNull();
        assertThat(problem.isOurFault()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void aRefusedRequestIsNeverWorthRepeatingAsItIs(Reason reason) {
        RequestRefusedException refused = new RequestRefusedException(reason, "Found it.", "Mend it.");
        assertThat(refused.retryable()).isFalse();
        assertThat(refused.operation()).isNull();
        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused).hasMessage("Found it. Mend it.");
    }

    @Test
    void anInvalidOperationIsAnInvalidKey() {
        Problem problem = Problem.of(new InvalidOperationException("the key is blank"));
        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.code()).isEqualTo("key-invalid");
        assertThat(problem.detail()).startsWith("the key is blank.");
    }

    @Test
    void aRejectionHasItsOwnCodeAndOneType() {
        Problem problem = Problem.of(Rejection.of("mismatch", "No more tea", Map.of("sku", "TEA-1")));
        assertThat(problem.type()).isEqualTo("urn:yici:problem:rejected");
        assertThat(problem.code()).isEqualTo("mismatch");
        assertThat(problem.status()).isEqualTo(422);
        assertThat(problem.detail()).isEqualTo("No more tea");
        assertThat(problem.details()).containsExactly(Map.entry("sku", "TEA-1"));
        assertThat(problem.retryable()).isFalse();
        assertThat(problem.isOurFault()).isFalse();
    }
}
