package io.yici.example.gateway;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the members of a request body, and refuses what is missing or of the wrong kind. */
final class Members {
    private Members() {}

    static String text(JsonNode body, String name) {
        JsonNode member = body.path(name);
        if (!member.isString() || member.stringValue().isBlank()) {
            throw RefusedException.badRequest(name + " must be a text that is not blank");
        }
        return member.stringValue();
    }

    static long cents(JsonNode body) {
        JsonNode member = body.path("amountCents");
        if (!member.isIntegralNumber() || !member.canConvertToLong() || member.longValue() < 1) {
            throw RefusedException.badRequest("amountCents must be a whole number above zero");
        }
        return member.longValue();
    }

    static @Nullable String address(JsonNode body, String name) {
        JsonNode member = body.path(name);
        if (member.isMissingNode() || member.isNull()) {
            return null;
        }
        String text = text(body, name);
        try {
            String scheme = URI.create(text).getScheme();
            if ("http".equals(scheme) || "https".equals(scheme)) {
                return text;
            }
        } catch (IllegalArgumentException unreadable) {
            // Refused below, like an address of another kind.
        }
        throw RefusedException.badRequest(name + " must be an http address");
    }
}
