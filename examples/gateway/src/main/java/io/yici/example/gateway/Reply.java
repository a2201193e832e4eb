package io.yici.example.gateway;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The ways in which a request is answered, well and badly. A caller that is gone is nobody's error here. */
final class Reply {
    private static final JsonMapper JSON = new JsonMapper();

    private Reply() {}

    static void json(HttpExchange exchange, int status, Object body) {
        byte[] bytes = JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
        write(exchange, status, bytes, bytes.length);
    }

    static void refusal(HttpExchange exchange, RefusedException refused) {
        json(
                exchange,
                refused.status(),
                Map.of("code", refused.code(), "message", String.valueOf(refused.getMessage())));
    }

    static void error(HttpExchange exchange) {
        json(exchange, 500, Map.of("code", "internal-error", "message", "Something went wrong."));
    }

    /** Status and headers arrive, and half of the body. */
    static void half(HttpExchange exchange, int status, Object body) {
        byte[] bytes = JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
        write(exchange, status, bytes, bytes.length / 2);
    }

    /** Nothing arrives, and the connection ends. */
    static void none(HttpExchange exchange) {
        exchange.close();
    }

    private static void write(HttpExchange exchange, int status, byte[] bytes, int sent) {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes, 0, sent);
        } catch (IOException gone) {
            // The caller gave up, or a crash dropped the connection.
        }
    }
}
