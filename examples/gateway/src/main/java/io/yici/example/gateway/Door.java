package io.yici.example.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds who serves a request, and turns refusals and errors into answers. */
final class Door implements HttpHandler {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String BY_KEY = "/by-key/";

    private final SwitchBoard switches;
    private final Ledger ledger;
    private final Misbehaviour misbehaviour;

    Door(SwitchBoard switches, Ledger ledger, Misbehaviour misbehaviour) {
        this.switches = switches;
        this.ledger = ledger;
        this.misbehaviour = misbehaviour;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try {
            byte[] body = exchange.getRequestBody().readAllBytes();
            serve(exchange, body);
        } catch (RefusedException refused) {
            Reply.refusal(exchange, refused);
        } catch (RuntimeException failed) {
            failed.printStackTrace();
            Reply.error(exchange);
        }
    }

    private void serve(HttpExchange exchange, byte[] body) {
        String path = exchange.getRequestURI().getPath();
        if (path.startsWith("/charges" + BY_KEY)) {
            query(exchange, ledger.chargeOf(keyIn(path)));
            return;
        }
        if (path.startsWith("/refunds" + BY_KEY)) {
            query(exchange, ledger.refundOf(keyIn(path)));
            return;
        }
        switch (exchange.getRequestMethod() + " " + path) {
            case "POST /charges" -> {
                ChargeRequest request = ChargeRequest.of(json(body));
                requireHeader(exchange, request.key());
                misbehaviour.execute(exchange, decline -> ledger.charge(request, decline));
            }
            case "POST /refunds" -> {
                RefundRequest request = RefundRequest.of(json(body));
                requireHeader(exchange, request.key());
                misbehaviour.execute(exchange, decline -> ledger.refund(request));
            }
            case "GET /charges" -> Reply.json(exchange, 200, ledger.charges());
            case "GET /refunds" -> Reply.json(exchange, 200, ledger.refunds());
            case "GET /events" ->
                Reply.json(
                        exchange,
                        200,
                        ledger.undelivered().stream().map(Event::body).toList());
            case "GET /switches" -> Reply.json(exchange, 200, switches.now().json());
            case "PUT /switches" -> {
                switches.set(switches(json(body)));
                Reply.json(exchange, 200, switches.now().json());
            }
            default -> throw new RefusedException(404, "not-found", "There is nothing at this address and method.");
        }
    }

    private void query(HttpExchange exchange, Optional<?> entry) {
        if (!exchange.getRequestMethod().equals("GET")) {
            throw new RefusedException(404, "not-found", "There is nothing at this address and method.");
        }
        misbehaviour.query(
                exchange,
                () -> entry.ifPresentOrElse(
                        found -> Reply.json(exchange, 200, found),
                        () -> Reply.refusal(
                                exchange,
                                new RefusedException(404, "key-unknown", "Nothing was executed under this key."))));
    }

    private static String keyIn(String path) {
        return path.substring(path.indexOf(BY_KEY) + BY_KEY.length());
    }

    private static JsonNode json(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException unreadable) {
            throw RefusedException.badRequest("the body must be JSON");
        }
    }

    private static Switches switches(JsonNode json) {
        try {
            return Switches.of(json);
        } catch (IllegalArgumentException wrong) {
            throw RefusedException.badRequest(String.valueOf(wrong.getMessage()));
        }
    }

    /** The header may be quoted, as the Idempotency-Key draft writes it, or bare. */
    private static void requireHeader(HttpExchange exchange, String key) {
        String header = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (header == null || !(header.equals(key) || header.equals("\"" + key + "\""))) {
            throw RefusedException.badRequest("the Idempotency-Key header must be the key of the body");
        }
    }
}
