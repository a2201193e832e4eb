package io.yici.example.orders;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the service answered. */
public record Answer(int status, HttpHeaders headers, String body) {
    private static final JsonMapper JSON = new JsonMapper();

    static Answer of(HttpResponse<String> response) {
        return new Answer(response.statusCode(), response.headers(), response.body());
    }

    JsonNode json() {
        return JSON.readTree(body);
    }

    /** A member of the body, as text. */
    String text(String member) {
        return json().path(member).asString("");
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    /** Whether the service says that asking again, under the same key, can help. */
    boolean retryable() {
        return json().path("retryable").asBoolean(false);
    }

    boolean replayed() {
        return header("Idempotent-Replayed").equals("true");
    }
}
