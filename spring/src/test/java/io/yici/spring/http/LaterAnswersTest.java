package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers that come later, on routes declared external: recorded when they are whole, else unknown. Vector 38, B05 d.
 */
class LaterAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static Server server;
    private static Wire wire;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.SQLITE,
                new Class<?>[] {Kitchen.class, Callers.class},
                "yici.waits-for=2s",
                "yici.http.kept-response-limit=64KB",
                "spring.mvc.async.request-timeout=20s");
        wire = new Wire(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sse",
                "emitter",
                "streaming",
                "streamingEntity",
                "callable",
                "deferred",
                "task",
                "future",
                "futureEntity",
                "mono",
                "flux"
            })
    void aWholeAnswerIsRecordedAndReplayedByteForByte(String how) {
        Wire.Reply first = cook(how, "whole");
        assertThat(first.status()).as("%s", first).isEqualTo(how.endsWith("Entity") ? 201 : 200);
        assertThat(first.text()).contains("dish of " + key);
        assertThat(first.isReplay()).isFalse();
        for (int again = 0; again < 2; again++) {
            Wire.Reply repeat = cook(how, "whole");
            assertThat(repeat.status()).as("%s", repeat).isEqualTo(first.status());
            assertThat(repeat.isReplay()).isTrue();
            assertThat(repeat.body()).isEqualTo(first.body());
            assertThat(repeat.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        }
        cooked(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sse",
                "emitter",
                "streaming",
                "streamingEntity",
                "callable",
                "deferred",
                "task",
                "future",
                "futureEntity",
                "mono",
                "flux"
            })
    void aFailureThatComesLaterIsUnknownAndNeverRunAgain(String how) {
        sendAllowingACut(how, "fails");
        isUnknown(how, "fails");
        cooked(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sse", "emitter", "callable", "deferred", "task", "future", "mono"})
    void anAnswerThatDoesNotComeInTimeIsUnknownAndNeverRunAgain(String how) throws Exception {
        try (Server impatient = Server.start(
                TestDatabase.SQLITE,
                new Class<?>[] {Kitchen.class, Callers.class},
                "yici.waits-for=2s",
                "spring.mvc.async.request-timeout=200ms")) {
            Wire hasty = new Wire(impatient.port());
            String json = "{\"name\":\"" + key + "\"}";
            String path = "/" + how + "/never";
            try {
                assertThat(hasty.post(path, key, json).status()).isIn(200, 503);
            } catch (AssertionError cut) {
                assertThat(cut).hasCauseInstanceOf(IOException.class);
            }
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> hasty.post(path, key, json).isProblem(409, "outcome-unknown"));
            assertThat(impatient.bean(Ledger.class).runsOf(key)).isEqualTo(1);
            impatient.bean(Kitchen.class).release(key);
        }
    }

    @Test
    void aStreamOverTheKeptLimitIsSentWholeAndNotKept37() {
        Wire.Reply first = cook("streaming", "long");
        assertThat(first.body()).hasSize(Kitchen.LONG);
        Wire.Reply repeat = cook("streaming", "long");
        assertThat(repeat.isProblem(409, "response-not-kept")).as("%s", repeat).isTrue();
        cooked(1);
    }

    /** Half a stream is no answer: whoever hung up must not be told later that half was all. */
    @ParameterizedTest
    @ValueSource(strings = {"sse", "emitter", "streaming", "swallowing"})
    void aClientThatHangsUpInTheMiddleNeverGetsHalfForTheWhole30(String how) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoLinger(true, 0);
            String body = "{\"name\":\"" + key + "\"}";
            socket.getOutputStream()
                    .write(("POST /" + how + "/endless HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + key
                                    + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                                    + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.readNBytes(200)).hasSize(200);
        } catch (SocketException reset) {
            throw new AssertionError("the server cut before the client did", reset);
        }
        server.bean(Kitchen.class).release(key);
        Awaitility.await().atMost(LIMIT).until(() -> server.bean(Kitchen.class).isOver(key));
        Wire.Reply repeat = cook(how, "endless");
        assertThat(repeat.status()).as("%s", repeat).isEqualTo(409);
        assertThat(repeat.text()).containsAnyOf("outcome-unknown", "response-not-kept");
        cooked(1);
    }

    private void isUnknown(String how, String end) {
        Wire.Reply repeat = cook(how, end);
        assertThat(repeat.isProblem(409, "outcome-unknown")).as("%s", repeat).isTrue();
    }

    /** What fails after its first bytes cannot be told by a status, only by a cut. */
    private void sendAllowingACut(String how, String end) {
        try {
            cook(how, end);
        } catch (AssertionError cut) {
            assertThat(cut).hasCauseInstanceOf(IOException.class);
        }
    }

    private Wire.Reply cook(String how, String end) {
        return wire.post("/" + how + "/" + end, key, "{\"name\":\"" + key + "\"}");
    }

    private void cooked(int times) {
        assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(times);
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    record Dish(String name) {}

    /** Cooks one dish in every way an answer can come later; it ends whole, fails, never ends, or is long. */
    @RestController
    static class Kitchen {
        static final int LONG = 100_000;

        private final Ledger ledger;
        private final Map<String, CountDownLatch> released = new ConcurrentHashMap<>();
        private final Map<String, Boolean> over = new ConcurrentHashMap<>();

        Kitchen(Ledger ledger) {
            this.ledger = ledger;
        }

        void release(String name) {
            latch(name).countDown();
        }

        boolean isOver(String name) {
            return over.containsKey(name);
        }

        private CountDownLatch latch(String name) {
            return released.computeIfAbsent(name, unseen -> new CountDownLatch(1));
        }

        private String cook(String name, String end) throws IOException {
            if (end.equals("fails")) {
                throw new IOException("burnt");
            }
            if (end.equals("never")) {
                awaitRelease(name);
            }
            return "dish of " + name;
        }

        private void awaitRelease(String name) {
            try {
                latch(name).await(20, TimeUnit.SECONDS);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }

        private void inAnotherThread(String name, Work work) {
            ledger.ran(name);
            new Thread(() -> {
                        try {
                            work.run();
                        } catch (Exception told) {
                            // the work has told it to the answer
                        }
                    })
                    .start();
        }

        private interface Work {
            void run() throws Exception;
        }

        private <E extends ResponseBodyEmitter> E emit(E emitter, String name, String end) {
            inAnotherThread(name, () -> {
                try {
                    emitter.send("dish ", MediaType.TEXT_PLAIN);
                    if (end.equals("endless")) {
                        emitter.send("x".repeat(5_000), MediaType.TEXT_PLAIN);
                        awaitRelease(name);
                        for (int more = 0; more < 2_000; more++) {
                            emitter.send("x".repeat(5_000), MediaType.TEXT_PLAIN);
                        }
                    }
                    emitter.send(cook(name, end), MediaType.TEXT_PLAIN);
                    emitter.complete();
                } catch (IOException failed) {
                    emitter.completeWithError(failed);
                } finally {
                    over.put(name, true);
                }
            });
            return emitter;
        }

        private StreamingResponseBody streamed(String name, String end) {
            ledger.ran(name);
            return out -> {
                try {
                    out.write("dish ".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    if (end.equals("endless")) {
                        out.write(new byte[5_000]);
                        out.flush();
                        awaitRelease(name);
                        for (int more = 0; more < 2_000; more++) {
                            out.write(new byte[5_000]);
                            out.flush();
                        }
                    }
                    out.write(
                            end.equals("long")
                                    ? new byte[LONG - 5]
                                    : cook(name, end).getBytes(StandardCharsets.UTF_8));
                } finally {
                    over.put(name, true);
                }
            };
        }

        @Idempotent(operation = "sse", external = true)
        @PostMapping("/sse/{end}")
        SseEmitter sse(@RequestBody Dish dish, @PathVariable String end) {
            return emit(new SseEmitter(), dish.name(), end);
        }

        @Idempotent(operation = "emitter", external = true)
        @PostMapping("/emitter/{end}")
        ResponseBodyEmitter emitter(@RequestBody Dish dish, @PathVariable String end) {
            return emit(new ResponseBodyEmitter(), dish.name(), end);
        }

        @Idempotent(operation = "streaming", external = true)
        @PostMapping("/streaming/{end}")
        StreamingResponseBody streaming(@RequestBody Dish dish, @PathVariable String end) {
            return streamed(dish.name(), end);
        }

        /** Takes a client that went away for a reason to stop, and not for a failure. */
        @Idempotent(operation = "swallowing", external = true)
        @PostMapping("/swallowing/{end}")
        StreamingResponseBody swallowing(@RequestBody Dish dish, @PathVariable String end) {
            StreamingResponseBody body = streamed(dish.name(), end);
            return out -> {
                try {
                    body.writeTo(out);
                } catch (IOException clientWentAway) {
                    // nobody is there to be told
                }
            };
        }

        @Idempotent(operation = "streaming.entity", external = true)
        @PostMapping("/streamingEntity/{end}")
        ResponseEntity<StreamingResponseBody> streamingEntity(@RequestBody Dish dish, @PathVariable String end) {
            return ResponseEntity.status(201)
                    .contentType(MediaType.APPLICATION_OCTET_STREAM)
                    .body(streamed(dish.name(), end));
        }

        @Idempotent(operation = "callable", external = true)
        @PostMapping("/callable/{end}")
        Callable<String> callable(@RequestBody Dish dish, @PathVariable String end) {
            ledger.ran(dish.name());
            return () -> cook(dish.name(), end);
        }

        @Idempotent(operation = "task", external = true)
        @PostMapping("/task/{end}")
        WebAsyncTask<String> task(@RequestBody Dish dish, @PathVariable String end) {
            ledger.ran(dish.name());
            return new WebAsyncTask<>(() -> cook(dish.name(), end));
        }

        @Idempotent(operation = "deferred", external = true)
        @PostMapping("/deferred/{end}")
        DeferredResult<String> deferred(@RequestBody Dish dish, @PathVariable String end) {
            DeferredResult<String> result = new DeferredResult<>();
            inAnotherThread(dish.name(), () -> {
                try {
                    result.setResult(cook(dish.name(), end));
                } catch (IOException failed) {
                    result.setErrorResult(failed);
                }
            });
            return result;
        }

        @Idempotent(operation = "future", external = true)
        @PostMapping("/future/{end}")
        CompletableFuture<String> future(@RequestBody Dish dish, @PathVariable String end) {
            CompletableFuture<String> future = new CompletableFuture<>();
            inAnotherThread(dish.name(), () -> {
                try {
                    future.complete(cook(dish.name(), end));
                } catch (IOException failed) {
                    future.completeExceptionally(failed);
                }
            });
            return future;
        }

        @Idempotent(operation = "future.entity", external = true)
        @PostMapping("/futureEntity/{end}")
        CompletableFuture<ResponseEntity<Dish>> futureEntity(@RequestBody Dish dish, @PathVariable String end) {
            return future(dish, end)
                    .thenApply(text -> ResponseEntity.status(201).body(new Dish(text)));
        }

        @Idempotent(operation = "mono", external = true)
        @PostMapping("/mono/{end}")
        Mono<String> mono(@RequestBody Dish dish, @PathVariable String end) {
            return Mono.fromFuture(future(dish, end));
        }

        @Idempotent(operation = "flux", external = true)
        @PostMapping("/flux/{end}")
        Flux<Dish> flux(@RequestBody Dish dish, @PathVariable String end) {
            return mono(dish, end).map(Dish::new).flux();
        }
    }
}
