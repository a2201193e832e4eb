package io.yici.http.client.spring;

import static io.yici.http.client.KeyedServer.Step.conflict;
import static io.yici.http.client.KeyedServer.Step.refuse;
import static io.yici.http.client.KeyedServer.Step.runAndCut;
import static io.yici.http.client.KeyedServer.Step.runAndDrop;
import static io.yici.http.client.KeyedServer.Step.runAndStaySilent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.yici.http.client.Attempt;
import io.yici.http.client.Attempt.End;
import io.yici.http.client.Call;
import io.yici.http.client.CallNotSentException;
import io.yici.http.client.CallOutcome;
import io.yici.http.client.CallOutcomeUnknownException;
import io.yici.http.client.IdempotencyHeaders;
import io.yici.http.client.IdempotentCalls;
import io.yici.http.client.KeyStore;
import io.yici.http.client.KeyedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** A RestClient keeps one key for each exchange, on the factories that come with Spring: case B49. */
class IdempotencyInterceptorTest {
    private final KeyedServer server = new KeyedServer();
    private final IdempotentCalls calls = IdempotentCalls.builder()
            .backoff(Duration.ofMillis(1), Duration.ofMillis(2))
            .keyStore(KeyStore.inMemory())
            .build();

    @AfterEach
    void stop() {
        server.close();
    }

    static Stream<ClientHttpRequestFactory> factories() {
        SimpleClientHttpRequestFactory simple = new SimpleClientHttpRequestFactory();
        simple.setReadTimeout(Duration.ofSeconds(1));
        JdkClientHttpRequestFactory jdk = new JdkClientHttpRequestFactory();
        jdk.setReadTimeout(Duration.ofSeconds(1));
        return Stream.of(simple, jdk);
    }

    @ParameterizedTest
    @MethodSource("factories")
    void everyLostAnswerIsFetchedUnderTheSameKey(ClientHttpRequestFactory factory) {
        server.script(runAndDrop(), runAndCut(), runAndStaySilent(), refuse(503, "later"));
        assertThat(post(client(factory), "one book")).isEqualTo("receipt of one book");
        assertThat(server.keys()).hasSize(5).containsOnly(server.keys().get(0)).doesNotContain("none");
        assertThat(server.effects()).containsExactly("one book");
        assertThat(server.received()).extracting(KeyedServer.Received::body).containsOnly("one book");
    }

    @ParameterizedTest
    @MethodSource("factories")
    void everyExchangeHasItsOwnKey(ClientHttpRequestFactory factory) {
        RestClient client = client(factory);
        post(client, "one book");
        post(client, "one book");
        assertThat(new HashSet<>(server.keys())).hasSize(2);
        assertThat(server.effects()).hasSize(2);
    }

    @Test
    void theUsersSecondPressSendsTheKeyOfItsCall() {
        RestClient client = client(new JdkClientHttpRequestFactory());
        server.script(runAndDrop(), runAndDrop(), runAndDrop(), runAndDrop(), runAndDrop());
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> send(client, calls.call("checkout-42")))
                .withMessageContaining("checkout-42")
                .satisfies(unknown -> assertThat(unknown.attempts()).hasSize(5));
        CallOutcome<?> outcome = send(client, calls.call("checkout-42"));
        assertThat(outcome.replayed()).isTrue();
        assertThat(outcome.attempts()).extracting(Attempt::end).containsExactly(End.REPLAYED);
        assertThat(server.keys())
                .hasSize(6)
                .containsOnly(calls.call("checkout-42").headerValue());
        assertThat(server.effects()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("factories")
    void aConflictIsReadAndStillHandedOnWhole(ClientHttpRequestFactory factory) {
        server.script(conflict("\"code\":\"in-progress\""), conflict("\"code\":\"key-expired\""));
        assertThatExceptionOfType(HttpClientErrorException.Conflict.class)
                .isThrownBy(() -> post(client(factory), "one book"))
                .satisfies(conflict -> assertThat(conflict.getResponseBodyAsString())
                        .isEqualTo("{\"title\":\"no\",\"code\":\"key-expired\"}"));
        assertThat(server.received()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 422})
    void aRefusalIsNotRetried(int status) {
        server.script(refuse(status, "no"));
        assertThatExceptionOfType(HttpClientErrorException.class)
                .isThrownBy(() -> post(client(new JdkClientHttpRequestFactory()), "one book"));
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aKeyThatTheRequestCarriesIsSentAsItStands() {
        server.script(runAndDrop());
        RestClient client = client(new JdkClientHttpRequestFactory());
        client.put()
                .uri(server.uri())
                .header(IdempotencyHeaders.KEY, "mine")
                .body("x")
                .retrieve()
                .toBodilessEntity();
        assertThat(server.keys()).containsExactly("mine", "mine");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.post()
                        .uri(server.uri())
                        .header(IdempotencyHeaders.KEY, "a", "b")
                        .retrieve()
                        .toBodilessEntity());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.post()
                        .uri(server.uri())
                        .header(IdempotencyHeaders.KEY, "a")
                        .attribute(IdempotencyInterceptor.CALL, calls.callUnder("b"))
                        .retrieve()
                        .toBodilessEntity());
        assertThat(server.received()).hasSize(2);
    }

    @Test
    void methodsThatAreIdempotentAnywayPassWithoutAKey() {
        RestClient client = client(new JdkClientHttpRequestFactory());
        client.get().uri(server.uri()).retrieve().toBodilessEntity();
        client.delete().uri(server.uri()).retrieve().toBodilessEntity();
        client.put().uri(server.uri()).body("x").retrieve().toBodilessEntity();
        assertThat(server.keys()).containsExactly("none", "none", "none");
    }

    @Test
    void aRefusedConnectionIsProofOnlyWhereNoRedirectIsFollowed() throws IOException {
        URI nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + free.getLocalPort());
        }
        IdempotencyInterceptor interceptor = new IdempotencyInterceptor(calls);
        RestClient.Builder client = RestClient.builder().requestFactory(new JdkClientHttpRequestFactory());
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> client.clone()
                        .requestInterceptor(interceptor)
                        .build()
                        .post()
                        .uri(nobody)
                        .retrieve()
                        .toBodilessEntity());
        assertThatExceptionOfType(CallNotSentException.class)
                .isThrownBy(() -> client.clone()
                        .requestInterceptor(interceptor.withoutRedirects())
                        .build()
                        .post()
                        .uri(nobody)
                        .retrieve()
                        .toBodilessEntity());
    }

    @Test
    void theUrlConnectionOfSpringDoesNotRepeatAnythingByItself() {
        IdempotentCalls once = IdempotentCalls.builder().attempts(1).build();
        RestClient client = RestClient.builder()
                .requestFactory(new SimpleClientHttpRequestFactory())
                .requestInterceptor(new IdempotencyInterceptor(once))
                .build();
        server.script(runAndDrop(), runAndDrop());
        assertThatExceptionOfType(CallOutcomeUnknownException.class).isThrownBy(() -> post(client, "one book"));
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> client.post().uri(server.uri()).retrieve().toBodilessEntity());
        assertThat(server.received()).hasSize(2);
    }

    private CallOutcome<?> send(RestClient client, Call call) {
        return client.post()
                .uri(server.uri())
                .attribute(IdempotencyInterceptor.CALL, call)
                .body("one book")
                .exchangeForRequiredValue((request, response) -> {
                    assertThat(new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8))
                            .isEqualTo("receipt of one book");
                    return IdempotencyInterceptor.outcomeOf(request).orElseThrow();
                });
    }

    private String post(RestClient client, String body) {
        return String.valueOf(
                client.post().uri(server.uri()).body(body).retrieve().body(String.class));
    }

    private RestClient client(ClientHttpRequestFactory factory) {
        return RestClient.builder()
                .requestFactory(factory)
                .requestInterceptor(new IdempotencyInterceptor(calls))
                .build();
    }
}
