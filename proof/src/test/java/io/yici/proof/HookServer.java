package io.yici.proof;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An HTTP server that gets webhooks, notes each, and does with it what its script says; on a port that it keeps. */
final class HookServer implements AutoCloseable {
    /** What it does with a request, after it has noted it. */
    enum Does {
        TAKE,
        FAIL,
        /** Says 503 and to come again in a second. */
        ASK_FOR_REST,
        /** Takes it, and says so when nobody listens any more. */
        ANSWER_TOO_LATE,
        /** Ends the connection without an answer. */
        DIE,
        /** Ends the connection within its answer. */
        DIE_ANSWERING
    }

    private static final long TOO_LATE_MILLIS = 1_500;

    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private final Function<Post, Does> script;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int port;
    private HttpServer server;

    HookServer(Function<Post, Does> script) {
        this.script = script;
        this.server = listening(0);
        this.port = server.getAddress().getPort();
    }

    private HttpServer listening(int wanted) {
        try {
            HttpServer fresh = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), 0);
            fresh.createContext("/", this::serve);
            fresh.setExecutor(threads);
            fresh.start();
            return fresh;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    String uri() {
        return "http://127.0.0.1:" + port + "/hooks";
    }

    /** Nobody listens, and connections are cut. */
    void down() {
        server.stop(0);
    }

    void up() {
        server = listening(port);
    }

    /** All that came, in order. */
    List<Post> posts() {
        return posts;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Post post = new Post(
                    header(exchange, "Idempotency-Key"),
                    header(exchange, "webhook-id"),
                    header(exchange, "webhook-timestamp"),
                    header(exchange, "webhook-signature"),
                    exchange.getRequestBody().readAllBytes(),
                    System.nanoTime());
            posts.add(post);
            answer(exchange, script.apply(post));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, Does does) throws IOException, InterruptedException {
        switch (does) {
            case TAKE -> exchange.sendResponseHeaders(204, -1);
            case FAIL -> exchange.sendResponseHeaders(500, -1);
            case ASK_FOR_REST -> {
                exchange.getResponseHeaders().set("Retry-After", "1");
                exchange.sendResponseHeaders(503, -1);
            }
            case ANSWER_TOO_LATE -> {
                closing.await(TOO_LATE_MILLIS, TimeUnit.MILLISECONDS);
                exchange.sendResponseHeaders(204, -1);
            }
            case DIE -> throw new IOException("dies");
            case DIE_ANSWERING -> {
                exchange.sendResponseHeaders(200, 100);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                throw new IOException("dies while it answers");
            }
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

    /** What came, and when by our clock. */
    record Post(String key, String id, String timestamp, String signature, byte[] body, long at) {}
}
