package io.yici.example.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where callbacks arrive: keeps each as it came, and answers as it is told. */
final class Shop implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final List<Callback> callbacks = new CopyOnWriteArrayList<>();
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final ToIntFunction<Integer> status;

    private Shop(int port, ToIntFunction<Integer> status) throws IOException {
        this.status = status;
        this.server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    }

    static Shop accepting() throws IOException {
        return answering(number -> 200);
    }

    /** @param status of the answer to the n-th callback, from 1 */
    static Shop answering(ToIntFunction<Integer> status) throws IOException {
        return on(0, status);
    }

    static Shop on(int port, ToIntFunction<Integer> status) throws IOException {
        Shop shop = new Shop(port, status);
        shop.server.createContext("/", shop::take);
        shop.server.setExecutor(shop.workers);
        shop.server.start();
        return shop;
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/callbacks";
    }

    int port() {
        return server.getAddress().getPort();
    }

    List<Callback> callbacks() {
        return List.copyOf(callbacks);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int answer;
            synchronized (callbacks) {
                callbacks.add(new Callback(body, exchange.getRequestHeaders().getFirst("Gateway-Signature")));
                answer = status.applyAsInt(callbacks.size());
            }
            exchange.sendResponseHeaders(answer, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }

    /** One delivery of an event. */
    record Callback(String raw, String signature) {
        String text(String member) {
            return json().path(member).asString("");
        }

        JsonNode json() {
            return JSON.readTree(raw);
        }
    }
}
