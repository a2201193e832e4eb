package io.yici.http.client;

/** Hears of every attempt, for metrics and logs; what it throws is logged and harms nothing. */
@FunctionalInterface
public interface CallListener {
    /** Called on the sending thread after each attempt, before any wait. Must not block. */
    void attempted(Call call, Attempt attempt);
}
