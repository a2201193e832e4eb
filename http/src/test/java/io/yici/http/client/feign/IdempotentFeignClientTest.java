package io.yici.http.client.feign;

import static io.yici.http.client.KeyedServer.Step.conflict;
import static io.yici.http.client.KeyedServer.Step.refuse;
import static io.yici.http.client.KeyedServer.Step.runAndCut;
import static io.yici.http.client.KeyedServer.Step.runAndDrop;
import static io.yici.http.client.KeyedServer.Step.runAndStaySilent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import feign.Client;
import feign.Feign;
import feign.FeignException;
import feign.Headers;
import feign.Param;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.Retryer;
import io.yici.http.client.Attempt.End;
import io.yici.http.client.Call;
import io.yici.http.client.CallNotSentException;
import io.yici.http.client.CallOutcomeUnknownException;
import io.yici.http.client.IdempotentCalls;
import io.yici.http.client.KeyStore;
import io.yici.http.client.KeyedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A Feign client keeps one key for each call of its interface, beside Feign's own retryer too: case B49. */
class IdempotentFeignClientTest {
    private final KeyedServer server = new KeyedServer();
    private final List<End> heard = new ArrayList<>();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyLostAnswerIsFetchedUnderTheSameKey() {
        server.script(runAndDrop(), runAndCut(), runAndStaySilent(), refuse(503, "later"));
        assertThat(orders(calls().build()).place("one book")).isEqualTo("receipt of one book");
        assertThat(server.keys()).hasSize(5).containsOnly(server.keys().get(0)).doesNotContain("none");
        assertThat(server.effects()).containsExactly("one book");
        assertThat(heard).containsExactly(End.LOST, End.LOST, End.LOST, End.PUT_OFF, End.REPLAYED);
    }

    @Test
    void everyCallHasItsOwnKey() {
        Orders orders = orders(calls().build());
        orders.place("one book");
        orders.place("one book");
        assertThat(new HashSet<>(server.keys())).hasSize(2).doesNotContain("none");
    }

    @Test
    void feignsOwnRetryerSendsTheSameKey() {
        server.script(refuse(429, "", "Retry-After", "0"), refuse(429, "", "Retry-After", "0"));
        assertThat(orders(calls().attempts(1).build()).place("one book")).isEqualTo("receipt of one book");
        assertThat(server.keys()).hasSize(3).containsOnly(server.keys().get(0)).doesNotContain("none");
    }

    @Test
    void anUnknownOutcomePassesThroughFeignAndTheSecondPressSendsTheSameKey() {
        IdempotentCalls calls =
                calls().attempts(2).keyStore(KeyStore.inMemory()).build();
        Call call = calls.call("checkout-42");
        server.script(runAndDrop(), runAndDrop());
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> orders(calls).placeUnder(call.headerValue(), "one book"));
        try (Response response =
                orders(calls).placeUnder(calls.call("checkout-42").headerValue(), "one book")) {
            assertThat(response.headers().get("idempotent-replayed")).containsExactly("true");
        }
        assertThat(server.keys()).hasSize(3).containsOnly(call.headerValue());
        assertThat(server.effects()).hasSize(1);
    }

    @Test
    void aConflictIsReadAndStillHandedOnWhole() {
        server.script(conflict("\"code\":\"in-progress\""), conflict("\"code\":\"key-expired\""));
        assertThatExceptionOfType(FeignException.Conflict.class)
                .isThrownBy(() -> orders(calls().build()).place("one book"))
                .satisfies(conflict ->
                        assertThat(conflict.contentUTF8()).isEqualTo("{\"title\":\"no\",\"code\":\"key-expired\"}"));
        assertThat(server.received()).hasSize(2);
    }

    @Test
    void aMismatchIsNotRetried() {
        server.script(refuse(422, "no"));
        assertThatExceptionOfType(FeignException.UnprocessableEntity.class)
                .isThrownBy(() -> orders(calls().build()).place("one book"));
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void readsPassWithoutAKeyAndTwoKeysAreRefused() {
        Orders orders = orders(calls().build());
        orders.list();
        assertThat(server.keys()).containsExactly("none");
        try {
            orders.placeUnderTwo("a", "b", "one book");
        } catch (RuntimeException e) {
            System.err.println("TWO " + e);
        }
        System.err.println("TWO " + server.keys());
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void theUrlConnectionOfFeignRepeatsOnlyWhatHasNoBodyAndUnderTheSameKey() {
        Orders orders = orders(calls().attempts(1).build());
        server.script(runAndDrop());
        assertThatExceptionOfType(CallOutcomeUnknownException.class).isThrownBy(() -> orders.place("one book"));
        assertThat(server.received()).hasSize(1);
        server.script(runAndDrop());
        orders.placeNothing();
        assertThat(server.received()).hasSize(3);
        assertThat(server.keys().get(2)).isEqualTo(server.keys().get(1));
        assertThat(server.effects()).hasSize(2);
    }

    @Test
    void aRefusedConnectionProvesNothingWhereTheUrlConnectionMayHaveRepeated() throws IOException {
        URI nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + free.getLocalPort());
        }
        Orders orders = orders(calls().attempts(1).build(), nobody);
        assertThatExceptionOfType(CallNotSentException.class).isThrownBy(() -> orders.place("one book"));
        assertThatExceptionOfType(CallOutcomeUnknownException.class).isThrownBy(orders::placeNothing);
    }

    private IdempotentCalls.Builder calls() {
        return IdempotentCalls.builder()
                .backoff(Duration.ofMillis(1), Duration.ofMillis(2))
                .listener((call, attempt) -> heard.add(attempt.end()));
    }

    private Orders orders(IdempotentCalls calls) {
        return orders(calls, server.uri());
    }

    private Orders orders(IdempotentCalls calls, URI uri) {
        return Feign.builder()
                .client(new IdempotentFeignClient(calls, new Client.Default(null, null)))
                .retryer(new Retryer.Default(1, 1, 5))
                .options(new Request.Options(10, TimeUnit.SECONDS, 1, TimeUnit.SECONDS, true))
                .target(Orders.class, uri.toString());
    }

    /** The API as a user would write it. */
    interface Orders {
        @RequestLine("POST /")
        String place(String body);

        @RequestLine("POST /")
        String placeNothing();

        @RequestLine("POST /")
        @Headers("Idempotency-Key: {key}")
        Response placeUnder(@Param("key") String key, String body);

        @RequestLine("POST /")
        @Headers({"Idempotency-Key: {first}", "Idempotency-Key: {second}"})
        String placeUnderTwo(@Param("first") String first, @Param("second") String second, String body);

        @RequestLine("GET /")
        String list();
    }
}
