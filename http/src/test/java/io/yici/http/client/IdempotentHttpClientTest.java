package io.yici.http.client;

import static io.yici.http.client.KeyedServer.Step.refuse;
import static io.yici.http.client.KeyedServer.Step.runAndCut;
import static io.yici.http.client.KeyedServer.Step.runAndDrop;
import static io.yici.http.client.KeyedServer.Step.runAndSeeOther;
import static io.yici.http.client.KeyedServer.Step.runAndStall;
import static io.yici.http.client.KeyedServer.Step.runAndStaySilent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.yici.http.client.Attempt.End;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One logical call is one key, whatever happens to its answers: case B49. */
class IdempotentHttpClientTest {
    private final KeyedServer server = new KeyedServer();
    private final RecordingPace pace = new RecordingPace();
    private final HttpClient jdk = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        server.close();
    }

    static Stream<KeyedServer.Step> lostAnswers() {
        return Stream.of(runAndDrop(), runAndCut());
    }

    @ParameterizedTest
    @MethodSource("lostAnswers")
    void aLostAnswerIsFetchedUnderTheSameKey(KeyedServer.Step lost) {
        server.script(lost);
        CallOutcome<HttpResponse<String>> outcome = client().send(order(), BodyHandlers.ofString());
        assertThat(outcome.response().statusCode()).isEqualTo(201);
        assertThat(outcome.response().body()).isEqualTo("receipt of one book");
        assertThat(outcome.replayed()).isTrue();
        assertThat(outcome.attempts()).extracting(Attempt::end).containsExactly(End.LOST, End.REPLAYED);
        assertThat(outcome.attempts().get(0).failure()).isInstanceOf(IOException.class);
        assertThat(outcome.attempts().get(1).status()).hasValue(201);
        assertOneKey(2, outcome.call());
        assertThat(server.effects()).containsExactly("one book");
    }

    @Test
    void anAnswerThatTakesTooLongIsFetchedUnderTheSameKey() {
        connectBeforehand();
        server.script(runAndStaySilent());
        HttpRequest request = HttpRequest.newBuilder(order(), (name, value) -> true)
                .timeout(Duration.ofSeconds(1))
                .build();
        CallOutcome<HttpResponse<String>> outcome = client().send(request, BodyHandlers.ofString());
        assertThat(outcome.replayed()).isTrue();
        assertThat(outcome.attempts().get(0).failure()).isInstanceOf(HttpTimeoutException.class);
        assertOneKey(2, outcome.call());
        assertThat(server.effects()).hasSize(1);
    }

    /** The JDK's own time-out ends with the head of an answer. */
    @Test
    @Timeout(20)
    void aBodyThatNeverComesEndsWithTheTotalDeadline() {
        connectBeforehand();
        server.script(runAndStall());
        IdempotentHttpClient brief =
                calls().totalDeadline(Duration.ofSeconds(1)).build().over(jdk);
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> brief.send(order(), BodyHandlers.ofString()))
                .withCauseInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void theUsersOwnSecondPressSendsTheSameKey() {
        IdempotentCalls calls =
                calls().keyStore(KeyStore.inMemory()).attempts(1).build();
        server.script(runAndDrop());
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> calls.over(jdk).send(calls.call("checkout-42"), order(), BodyHandlers.ofString()))
                .withMessageContaining("checkout-42")
                .withMessageContaining("same call may safely be sent again")
                .satisfies(unknown -> assertThat(unknown.attempts()).hasSize(1));
        CallOutcome<HttpResponse<String>> second =
                calls.over(jdk).send(calls.call("checkout-42"), order(), BodyHandlers.ofString());
        assertThat(second.replayed()).isTrue();
        assertOneKey(2, second.call());
        calls.forget("checkout-42");
        assertThat(calls.call("checkout-42").key()).isNotEqualTo(second.call().key());
        assertThat(server.effects()).hasSize(1);
    }

    @Test
    void anOutcomesTextHoldsNeitherTheBodyNorTheKey() {
        CallOutcome<HttpResponse<String>> outcome = client().send(order(), BodyHandlers.ofString());
        assertThat(outcome.toString())
                .contains("201")
                .doesNotContain("receipt")
                .doesNotContain(outcome.call().key());
    }

    @Test
    void aCallObjectKeepsItsKeyAcrossSends() {
        IdempotentCalls calls = calls().attempts(1).build();
        Call call = calls.call();
        server.script(runAndDrop());
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> calls.over(jdk).send(call, order(), BodyHandlers.ofString()))
                .satisfies(unknown -> assertThat(unknown.call()).isSameAs(call));
        assertThat(calls.over(jdk).send(call, order(), BodyHandlers.ofString()).replayed())
                .isTrue();
        assertOneKey(2, call);
    }

    @Test
    void differentCallsHaveDifferentKeys() {
        client().send(order(), BodyHandlers.ofString());
        client().send(order(), BodyHandlers.ofString());
        assertThat(new HashSet<>(server.keys())).hasSize(2);
        assertThat(server.effects()).hasSize(2);
    }

    @Test
    void itemsThatWereAcceptedKeepTheirKeysWhenTheListIsSentAgainLonger() {
        IdempotentCalls calls =
                calls().attempts(1).keyStore(KeyStore.inMemory()).build();
        sendItems(calls, List.of("a", "b", "c"));
        server.script(runAndDrop());
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> sendItems(calls, List.of("d", "e")));
        sendItems(calls, List.of("g", "d", "e", "f", "a"));
        assertThat(server.effects()).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f", "g");
        assertThat(new HashSet<>(server.keys()))
                .hasSize(7)
                .doesNotContain(calls.call("nightly").headerValue());
    }

    private void sendItems(IdempotentCalls calls, List<String> items) {
        Call list = calls.call("nightly");
        for (String item : items) {
            calls.over(jdk).send(list.item(item), post(item), BodyHandlers.ofString());
        }
    }

    @Test
    void aServerThatCannotBeReachedHasDoneNothing() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(nobody())
                .POST(BodyPublishers.ofString("x"))
                .build();
        assertThatExceptionOfType(CallNotSentException.class)
                .isThrownBy(() -> calls().attempts(3).build().over(jdk).send(request, BodyHandlers.ofString()))
                .withCauseInstanceOf(ConnectException.class)
                .satisfies(unsent -> assertThat(unsent.attempts())
                        .extracting(Attempt::end)
                        .containsExactly(End.NOT_SENT, End.NOT_SENT, End.NOT_SENT));
    }

    @Test
    void aRefusedConnectionAfterARedirectProvesNothing() throws IOException {
        server.script(runAndSeeOther(nobody()));
        HttpClient following = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        IdempotentHttpClient once = calls().attempts(1).build().over(following);
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> once.send(order(), BodyHandlers.ofString()))
                .withMessageContaining("perhaps not the first request");
        assertThat(server.effects()).hasSize(1);
    }

    private static URI nobody() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + free.getLocalPort() + "/");
        }
    }

    @Test
    void noWaitReachesTheTotalDeadline() {
        server.script(refuse(503, "", "Retry-After", "31"));
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> client().send(order(), BodyHandlers.ofString()));
        assertThat(server.received()).hasSize(1);
        assertThat(pace.waits()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Timeout(20)
    void attemptsEndWithTheTotalDeadlineWhateverTheTimeoutOfTheRequest(boolean ownTimeout) {
        connectBeforehand();
        server.script(runAndStaySilent());
        HttpRequest.Builder request = HttpRequest.newBuilder(order(), (name, value) -> true);
        if (ownTimeout) {
            request.timeout(Duration.ofHours(1));
        }
        IdempotentHttpClient brief =
                calls().totalDeadline(Duration.ofSeconds(1)).build().over(jdk);
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> brief.send(request.build(), BodyHandlers.ofString()))
                .withCauseInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void aKeyThatTheRequestCarriesIsSentAsItStandsOnEveryAttempt() {
        server.script(runAndDrop());
        HttpRequest request = HttpRequest.newBuilder(order(), (name, value) -> true)
                .header("idempotency-key", "mine;a=1")
                .build();
        CallOutcome<HttpResponse<String>> outcome = client().send(request, BodyHandlers.ofString());
        assertThat(outcome.replayed()).isTrue();
        assertThat(server.keys()).containsExactly("mine;a=1", "mine;a=1");
    }

    @Test
    void aRequestWithTwoKeysOrAnotherKeyThanItsCallIsNotSent() {
        HttpRequest two = HttpRequest.newBuilder(order(), (name, value) -> true)
                .header(IdempotencyHeaders.KEY, "a")
                .header(IdempotencyHeaders.KEY, "b")
                .build();
        assertThatIllegalArgumentException().isThrownBy(() -> client().send(two, BodyHandlers.ofString()));
        HttpRequest other = HttpRequest.newBuilder(order(), (name, value) -> true)
                .header(IdempotencyHeaders.KEY, "\"a\"")
                .build();
        Call b = calls().build().callUnder("b");
        assertThatIllegalArgumentException().isThrownBy(() -> client().send(b, other, BodyHandlers.ofString()));
        assertThat(server.received()).isEmpty();
        Call a = calls().build().callUnder("a");
        client().send(a, other, BodyHandlers.ofString());
        assertThat(server.keys()).containsExactly("\"a\"");
    }

    @Test
    void aListenerHearsEveryAttemptAndHarmsNoneByFailing() {
        List<End> heard = new ArrayList<>();
        server.script(runAndDrop(), refuse(503, ""));
        IdempotentCalls calls = calls().listener((call, attempt) -> {
                    heard.add(attempt.end());
                    throw new IllegalStateException("a broken listener");
                })
                .build();
        assertThat(calls.over(jdk).send(order(), BodyHandlers.ofString()).replayed())
                .isTrue();
        assertThat(heard).containsExactly(End.LOST, End.PUT_OFF, End.REPLAYED);
    }

    @Test
    void anInterruptEndsTheSendAndKeepsTheFlag() {
        server.script(runAndDrop());
        IdempotentCalls calls = calls().listener(
                        (call, attempt) -> Thread.currentThread().interrupt())
                .build();
        try {
            assertThatExceptionOfType(CallOutcomeUnknownException.class)
                    .isThrownBy(() -> calls.over(jdk).send(order(), BodyHandlers.ofString()))
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThatExceptionOfType(CallNotSentException.class)
                    .isThrownBy(() -> calls.over(jdk).send(order(), BodyHandlers.ofString()));
            assertThat(server.received()).hasSize(1);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void anInterruptEndsAWaitForAnAnswer() throws InterruptedException {
        server.script(runAndStaySilent());
        List<Throwable> thrown = new ArrayList<>();
        List<Boolean> flags = new ArrayList<>();
        Thread sender = new Thread(() -> {
            try {
                client().send(order(), BodyHandlers.ofString());
            } catch (RuntimeException ended) {
                thrown.add(ended);
                flags.add(Thread.currentThread().isInterrupted());
            }
        });
        sender.start();
        Bounded.until(() -> !server.effects().isEmpty());
        sender.interrupt();
        sender.join(10_000);
        assertThat(thrown).singleElement().isInstanceOf(CallOutcomeUnknownException.class);
        assertThat(flags).containsExactly(true);
    }

    @Test
    void whatTheUsersHandlerThrowsPassesThrough() {
        IllegalStateException own = new IllegalStateException("mine");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> client().send(order(), info -> {
                    throw own;
                }))
                .isSameAs(own);
        assertThat(server.received()).hasSize(1);
    }

    /** A time-out while connecting is another thing, and must not come into these. */
    private void connectBeforehand() {
        HttpRequest read = HttpRequest.newBuilder(server.uri()).build();
        client().send(read, BodyHandlers.ofString());
        server.forget();
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
