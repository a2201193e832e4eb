package io.yici.http.client.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An endpoint that notes what it gets, and answers with the statuses of its script, then with 204. */
final class Receiver implements AutoCloseable {
    /** Keeps the request until the receiver is closed. */
    static final int SILENCE = 0;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Integer> script = new ConcurrentLinkedQueue<>();
    private final Map<String, String> headers = new ConcurrentHashMap<>();
    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    Receiver answering(Integer... statuses) {
        script.addAll(List.of(statuses));
        return this;
    }

    /** With this header on every answer. */
    Receiver saying(String name, String value) {
        headers.put(name, value);
        return this;
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hooks";
    }

    List<Post> posts() {
        return posts;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            posts.add(new Post(
                    header(exchange, "Idempotency-Key"),
                    header(exchange, WebhookSignature.ID),
                    header(exchange, WebhookSignature.TIMESTAMP),
                    header(exchange, WebhookSignature.SIGNATURE),
                    header(exchange, "Content-Type"),
                    header(exchange, "Event-Type"),
                    exchange.getRequestBody().readAllBytes()));
            Integer status = script.poll();
            if (status != null && status == SILENCE) {
                closing.await();
            }
            if (status != null && status / 100 == 3) {
                exchange.getResponseHeaders().set("Location", uri());
            }
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status == null ? 204 : status, -1);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private static String header(HttpExchange exchange, String name) {
        List<String> values = exchange.getRequestHeaders().get(name);
        return values == null ? "" : String.join("|", values);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    /** What came, with several values of one header joined by a bar. */
    record Post(
            String key, String id, String timestamp, String signature, String contentType, String type, byte[] body) {}
}
