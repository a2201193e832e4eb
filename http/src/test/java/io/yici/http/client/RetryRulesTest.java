package io.yici.http.client;

import static io.yici.http.client.KeyedServer.Step.conflict;
import static io.yici.http.client.KeyedServer.Step.refuse;
import static io.yici.http.client.KeyedServer.Step.runAndDrop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.yici.http.client.Attempt.End;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers are asked for again, which end a call, and which leave it unknown. */
class RetryRulesTest {
    private final KeyedServer server = new KeyedServer();
    private final RecordingPace pace = new RecordingPace();
    private final HttpClient jdk = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 502, 503, 504})
    void aServerThatSaysLaterIsAskedAgain(int status) {
        server.script(refuse(status, "later"), refuse(status, "later"));
        CallOutcome<HttpResponse<String>> outcome = client().send(order(), BodyHandlers.ofString());
        assertThat(outcome.response().body()).isEqualTo("receipt of one book");
        assertThat(outcome.replayed()).isFalse();
        assertThat(outcome.attempts()).extracting(Attempt::end).containsExactly(End.PUT_OFF, End.PUT_OFF, End.ANSWERED);
        assertOneKey(3, outcome.call());
        assertThat(pace.waits()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400, 401, 403, 404, 409, 412, 413, 422, 500, 501})
    void anyOtherAnswerEndsTheCallAtOnce(int status) {
        server.script(refuse(status, "no"));
        CallOutcome<HttpResponse<String>> outcome = client().send(order(), BodyHandlers.ofString());
        assertThat(outcome.response().statusCode()).isEqualTo(status);
        assertThat(outcome.response().body()).isEqualTo("no");
        assertThat(outcome.attempts()).extracting(Attempt::end).containsExactly(End.ANSWERED);
        assertThat(server.received()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"retryable\":true",
                "\"code\":\"in-progress\"",
                "\"code\":\"in-progress\",\"retryable\":true",
                "\"code\":\"busy\",\"retryable\":true"
            })
    void aConflictThatIsRetryableIsRetried(String members) {
        server.script(conflict(members));
        assertThat(client().send(order(), BodyHandlers.ofString()).response().statusCode())
                .isEqualTo(201);
        assertThat(server.received()).hasSize(2);
    }

    @Test
    void aConflictWithoutABodyIsRetriedWhenItSaysAfterWhatTime() {
        server.script(refuse(409, "", "Retry-After", "7"));
        assertThat(client().send(order(), BodyHandlers.ofString()).response().statusCode())
                .isEqualTo(201);
        assertThat(pace.waits()).containsExactly(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"code\":\"key-expired\"",
                "\"code\":\"response-not-kept\",\"retryable\":false",
                "\"code\":\"in-progress\",\"retryable\":false",
                "\"inner\":{\"retryable\":true,\"code\":\"in-progress\"}"
            })
    void aConflictThatIsFinalIsReturnedWithItsBody(String members) {
        server.script(conflict(members));
        CallOutcome<HttpResponse<Stream<String>>> outcome = client().send(order(), BodyHandlers.ofLines());
        assertThat(outcome.response().statusCode()).isEqualTo(409);
        assertThat(outcome.response().body()).containsExactly("{\"title\":\"no\"," + members + "}");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void anOutcomeThatTheServerDoesNotKnowIsUnknownAtOnce() {
        server.script(conflict("\"code\":\"outcome-unknown\",\"retryable\":false"));
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> client().send(order(), BodyHandlers.ofString()))
                .satisfies(unknown ->
                        assertThat(unknown.attempts()).extracting(Attempt::end).containsExactly(End.UNKNOWN));
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aSecondPressWithOtherContentIsRefusedAndNotRetried() {
        Call call = calls().build().call();
        client().send(call, order(), BodyHandlers.ofString());
        server.script(refuse(422, "mismatch"));
        assertThat(client().send(call, post("two books"), BodyHandlers.ofString())
                        .response()
                        .statusCode())
                .isEqualTo(422);
        assertOneKey(2, call);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 500})
    void aRefusalThatSaysNothingOfALostAttemptLeavesItUnknown(int status) {
        server.script(runAndDrop(), refuse(status, ""));
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> client().send(order(), BodyHandlers.ofString()))
                .withMessageContaining("status " + status);
    }

    @Test
    void whenAttemptsAreUsedUpTheOutcomeIsUnknown() {
        server.script(runAndDrop(), refuse(429, ""), refuse(429, ""));
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> calls().attempts(3).build().over(jdk).send(order(), BodyHandlers.ofString()))
                .satisfies(unknown -> assertThat(unknown.attempts())
                        .extracting(Attempt::end)
                        .containsExactly(End.LOST, End.PUT_OFF, End.PUT_OFF))
                .satisfies(unknown -> assertThat(unknown.retryable()).isTrue());
    }

    @Test
    void aServerThatOnlyEverLimitsTheRateIsKnownNotToHaveActed() {
        server.script(refuse(429, "slow"), refuse(429, "down"));
        CallOutcome<HttpResponse<String>> outcome =
                calls().attempts(2).build().over(jdk).send(order(), BodyHandlers.ofString());
        assertThat(outcome.response().statusCode()).isEqualTo(429);
        assertThat(outcome.response().body()).isEqualTo("down");
        assertThat(outcome.attempts()).hasSize(2);
    }

    private void assertOneKey(int requests, Call call) {
        assertThat(server.keys()).hasSize(requests).containsOnly(call.headerValue());
    }

    private IdempotentHttpClient client() {
        return calls().build().over(jdk);
    }

    private IdempotentCalls.Builder calls() {
        return IdempotentCalls.builder().pace(pace);
    }

    private HttpRequest order() {
        return post("one book");
    }

    private HttpRequest post(String body) {
        return HttpRequest.newBuilder(server.uri())
                .POST(BodyPublishers.ofString(body))
                .build();
    }
}
