package io.yici.example.gateway;

import tools.jackson.databind.JsonNode;

/** What a shop asks for at {@code POST /refunds}. */
record RefundRequest(String key, String chargeId, long amountCents) {
    static RefundRequest of(JsonNode body) {
        return new RefundRequest(Members.text(body, "key"), Members.text(body, "chargeId"), Members.cents(body));
    }
}
