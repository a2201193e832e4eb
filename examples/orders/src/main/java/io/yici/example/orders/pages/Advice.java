package io.yici.example.orders.pages;

import java.util.Map;

/**
 * What state things are in after a refusal, and what can be done; each the name of a text.
 *
 * @param state nothing (was done), beside (nothing was looked at, so that it says nothing of an earlier submission),
 *     running, unknown, earlier (something was done before), or failed (to be shown)
 * @param remedy again (send the same), anew (open the form anew), look (at how it stands), reload, sign-in or home
 */
record Advice(String state, String remedy) {
    private static final Advice RUNNING = new Advice("running", "again");
    private static final Advice UNKNOWN = new Advice("unknown", "again");
    private static final Advice EARLIER = new Advice("earlier", "look");
    private static final Advice ANEW = new Advice("nothing", "anew");
    private static final Advice LOOK = new Advice("nothing", "look");
    private static final Advice AGAIN = new Advice("nothing", "again");
    private static final Advice BESIDE = new Advice("beside", "again");
    private static final Advice HOME = new Advice("nothing", "home");

    private static final Map<String, Advice> BY_CODE = Map.ofEntries(
            Map.entry("in-progress", RUNNING),
            Map.entry("outcome-unknown", UNKNOWN),
            Map.entry("failed", UNKNOWN),
            Map.entry("commit-refused", UNKNOWN),
            Map.entry("payment-in-progress", AGAIN),
            Map.entry("store-unavailable", BESIDE),
            Map.entry("conflict", BESIDE),
            Map.entry("token-refused", new Advice("beside", "look")),
            Map.entry("form-stale", new Advice("beside", "anew")),
            Map.entry("mismatch", EARLIER),
            Map.entry("key-expired", EARLIER),
            Map.entry("response-not-kept", EARLIER),
            Map.entry("order-paid", LOOK),
            Map.entry("order-cancelled", LOOK),
            Map.entry("order-not-paid", LOOK),
            Map.entry("refund-failed", LOOK),
            Map.entry("not-signed-in", new Advice("beside", "sign-in")),
            Map.entry("order-not-found", HOME),
            Map.entry("not-found", HOME),
            Map.entry("forbidden", new Advice("beside", "home")));

    /** For the refusal of a form; where nothing else is said nothing was done, and it can be opened anew. */
    static Advice onForm(Refused refused) {
        Advice advice = BY_CODE.getOrDefault(refused.code(), ANEW);
        // What never passes by itself needs somebody to look, not another try.
        return advice.remedy().equals("again") && !refused.retryable() ? new Advice(advice.state(), "look") : advice;
    }

    /** For a page that somebody wanted to look at. */
    static Advice onLooking(Refused refused) {
        return refused.retryable() ? new Advice("failed", "reload") : onForm(refused);
    }
}
