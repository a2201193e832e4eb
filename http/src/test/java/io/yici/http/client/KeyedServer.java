package io.yici.http.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that honours keys and counts the effect of each; a script says what goes wrong with each request. */
public final class KeyedServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Queue<Step> script = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> effects = new CopyOnWriteArrayList<>();

    public KeyedServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    /** What happens with the next requests, in order; after that, all is well. */
    public KeyedServer script(Step... steps) {
        script.addAll(Arrays.asList(steps));
        return this;
    }

    /** Forgets what was received so far, and its effects. */
    public void forget() {
        received.clear();
        effects.clear();
        answers.clear();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders");
    }

    public List<Received> received() {
        return received;
    }

    /** The key of every request, as its header stood; "none" for want of one. */
    public List<String> keys() {
        return received.stream().map(Received::key).toList();
    }

    /** The bodies that had an effect, one entry for each effect. */
    public List<String> effects() {
        return effects;
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        List<String> keys = exchange.getRequestHeaders().getOrDefault(IdempotencyHeaders.KEY, List.of("none"));
        Received request = new Received(exchange.getRequestMethod(), String.join(",", keys), body);
        received.add(request);
        Step step = script.poll();
        try {
            (step == null ? Step.run() : step).take(exchange, request, this);
        } finally {
            exchange.close();
        }
    }

    /** A request as it came in. */
    public record Received(String method, String key, String body) {}

    /** What the server does with one request. */
    @FunctionalInterface
    public interface Step {
        void take(HttpExchange exchange, Received request, KeyedServer server) throws IOException;

        /** Has its effect once for each key, and answers. */
        static Step run() {
            return (exchange, request, server) -> {
                boolean replayed = !server.effect(request);
                byte[] answer = server.answers.getOrDefault(request.key(), "").getBytes(StandardCharsets.UTF_8);
                if (replayed) {
                    exchange.getResponseHeaders().set(IdempotencyHeaders.REPLAYED, "true");
                }
                exchange.sendResponseHeaders(201, answer.length);
                exchange.getResponseBody().write(answer);
            };
        }

        /** Has its effect, and closes the connection without a word. */
        static Step runAndDrop() {
            return (exchange, request, server) -> server.effect(request);
        }

        /** Has its effect, and closes the connection in the middle of the answer's body. */
        static Step runAndCut() {
            return (exchange, request, server) -> {
                server.effect(request);
                exchange.sendResponseHeaders(201, 1000);
                exchange.getResponseBody().write(new byte[10]);
                exchange.getResponseBody().flush();
            };
        }

        /** Has its effect, and sends the caller elsewhere to read the answer. */
        static Step runAndSeeOther(URI elsewhere) {
            return (exchange, request, server) -> {
                server.effect(request);
                exchange.getResponseHeaders().set("Location", elsewhere.toString());
                exchange.sendResponseHeaders(303, -1);
            };
        }

        /** Has its effect, and never answers. */
        static Step runAndStaySilent() {
            return (exchange, request, server) -> {
                server.effect(request);
                server.untilClosed();
            };
        }

        /** Has its effect, sends the head of an answer and never its body. */
        static Step runAndStall() {
            return (exchange, request, server) -> {
                server.effect(request);
                exchange.sendResponseHeaders(201, 1000);
                exchange.getResponseBody().flush();
                server.untilClosed();
            };
        }

        /** Answers without an effect. Headers are given as name and value by turns. */
        static Step refuse(int status, String body, String... headers) {
            return (exchange, request, server) -> {
                for (int at = 0; at < headers.length; at += 2) {
                    exchange.getResponseHeaders().set(headers[at], headers[at + 1]);
                }
                byte[] answer = body.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
                exchange.getResponseBody().write(answer);
            };
        }

        /** A 409 with a problem body. */
        static Step conflict(String members) {
            return refuse(409, "{\"title\":\"no\"," + members + "}", "Content-Type", "application/problem+json");
        }
    }

    private boolean effect(Received request) {
        if (answers.putIfAbsent(request.key(), "receipt of " + request.body()) != null) {
            return false;
        }
        effects.add(request.body());
        return true;
    }

    private void untilClosed() {
        try {
            closing.await();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
