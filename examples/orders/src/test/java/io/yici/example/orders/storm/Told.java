package io.yici.example.orders.storm;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One logical call of a client, and how it ended.
 *
 * @param what the path's last word
 * @param key the key of every attempt
 * @param path where it was sent
 * @param body what was sent
 * @param status of the answer that ended it; 0 when the client gave up without one
 * @param answer the body of that answer; null without one
 * @param attempts how often it was sent
 */
record Told(
        String what,
        String key,
        String path,
        String body,
        int status,
        @Nullable JsonNode answer,
        int attempts) {
    boolean isGivenUp() {
        return status == 0;
    }

    boolean is(String call, int expected) {
        return what.equals(call) && status == expected;
    }

    /** A member of the answer, also inside of a problem's details; blank when there is none. */
    String text(String member) {
        if (answer == null) {
            return "";
        }
        return answer.path(member).asString(answer.path("details").path(member).asString(""));
    }

    @Override
    public String toString() {
        return what + " " + path + " under " + key + ": " + (isGivenUp() ? "given up" : status + " " + answer)
                + " after " + attempts + " attempts";
    }
}
