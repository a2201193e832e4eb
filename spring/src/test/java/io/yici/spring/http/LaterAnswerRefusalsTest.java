package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.SetupException;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers that come after the handler has returned: refused by name, at start where it shows there. Vector 38, B05 d.
 */
class LaterAnswerRefusalsTest {
    private static final List<String> HANDLERS = List.of(
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
            "monoEntity",
            "flux",
            "stream");

    @Test
    void everyHandlerThatAnswersLaterIsNamedWhenTheStartIsRefused() {
        assertThatThrownBy(() -> Server.start(TestDatabase.SQLITE, new Class<?>[] {Callers.class, Later.class}))
                .isInstanceOfSatisfying(
                        SetupException.class,
                        refused -> assertThat(HANDLERS)
                                .allSatisfy(handler ->
                                        assertThat(refused.getMessage()).contains("Later." + handler + " cannot")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"startsAsync", "deferred", "streaming", "emitter"})
    void whatShowsOnlyAtRunTimeIsRefusedAndRolledBack(String how) {
        try (Server server = Server.start(TestDatabase.SQLITE, new Class<?>[] {Callers.class, Hidden.class})) {
            Wire wire = new Wire(server.port());
            for (int runs = 1; runs <= 2; runs++) {
                Wire.Reply refused = wire.post("/hidden/" + how, "k", "{}");
                assertThat(refused.status()).as("%s", refused).isEqualTo(500);
                assertThat(refused.isReplay()).isFalse();
                assertThat(server.bean(Ledger.class).total()).isEqualTo(runs);
                assertThat(server.bean(OrderTable.class).rows()).isZero();
                assertThat(server.bean(OrderTable.class).records()).isZero();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    @RestController
    static class Later {
        @Idempotent(operation = "sse")
        @PostMapping("/sse")
        SseEmitter sse() {
            return new SseEmitter();
        }

        @Idempotent(operation = "emitter")
        @PostMapping("/emitter")
        ResponseBodyEmitter emitter() {
            return new ResponseBodyEmitter();
        }

        @Idempotent(operation = "streaming")
        @PostMapping("/streaming")
        StreamingResponseBody streaming() {
            return out -> {};
        }

        @Idempotent(operation = "streaming.entity")
        @PostMapping("/streaming-entity")
        ResponseEntity<StreamingResponseBody> streamingEntity() {
            return ResponseEntity.ok(out -> {});
        }

        @Idempotent(operation = "callable")
        @PostMapping("/callable")
        Callable<String> callable() {
            return () -> "";
        }

        @Idempotent(operation = "deferred")
        @PostMapping("/deferred")
        DeferredResult<String> deferred() {
            return new DeferredResult<>();
        }

        @Idempotent(operation = "task")
        @PostMapping("/task")
        WebAsyncTask<String> task() {
            return new WebAsyncTask<>(() -> "");
        }

        @Idempotent(operation = "future")
        @PostMapping("/future")
        CompletableFuture<String> future() {
            return new CompletableFuture<>();
        }

        @Idempotent(operation = "future.entity")
        @PostMapping("/future-entity")
        CompletableFuture<ResponseEntity<String>> futureEntity() {
            return new CompletableFuture<>();
        }

        @Idempotent(operation = "mono")
        @PostMapping("/mono")
        Mono<String> mono() {
            return Mono.empty();
        }

        @Idempotent(operation = "mono.entity")
        @PostMapping("/mono-entity")
        ResponseEntity<Mono<String>> monoEntity() {
            return ResponseEntity.ok(Mono.empty());
        }

        @Idempotent(operation = "flux")
        @PostMapping("/flux")
        Flux<String> flux() {
            return Flux.empty();
        }

        @Idempotent(operation = "stream")
        @PostMapping("/stream")
        Stream<String> stream() {
            return Stream.of();
        }
    }

    /** Says Object, and answers later all the same. */
    @RestController
    static class Hidden {
        private final Ledger ledger;
        private final OrderTable orders;

        Hidden(Ledger ledger, OrderTable orders) {
            this.ledger = ledger;
            this.orders = orders;
        }

        @Idempotent(operation = "hidden")
        @PostMapping("/hidden/{how}")
        Object hidden(@PathVariable String how, HttpServletRequest request) {
            ledger.ran(how);
            orders.insert(how, "TEA-1");
            return switch (how) {
                case "deferred" -> {
                    DeferredResult<String> result = new DeferredResult<>();
                    result.setResult("later");
                    yield result;
                }
                case "streaming" -> (StreamingResponseBody) out -> out.write(1);
                case "emitter" -> new SseEmitter();
                default -> {
                    AsyncContext context = request.startAsync();
                    context.complete();
                    yield "started";
                }
            };
        }
    }
}
