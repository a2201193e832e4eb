package io.yici.example.gateway;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a shop asks for at {@code POST /charges}. */
record ChargeRequest(
        String key,
        String orderNo,
        String channel,
        long amountCents,
        @Nullable String callbackUrl) {
    static ChargeRequest of(JsonNode body) {
        return new ChargeRequest(
                Members.text(body, "key"),
                Members.text(body, "orderNo"),
                Members.text(body, "channel"),
                Members.cents(body),
                Members.address(body, "callbackUrl"));
    }
}
