package io.yici.redis;

import java.util.concurrent.CompletionStage;

/**
 * The one thing asked of a Redis client: to run a script on one key. {@link LettuceScripts} does it; another client
 * needs some lines.
 *
 * <p>An implementer sends EVALSHA and, when Redis answers NOSCRIPT, EVAL; does not block the caller, not even while
 * there is no connection; keeps the order of scripts sent by one thread, but for those that Redis had lost; and
 * completes with what the script answers, or exceptionally. Whoever waits brings the time-out and cancels the stage
 * when it is over, which must not be sent any more then if it was not yet. Thread safe.
 */
@FunctionalInterface
public interface RedisScripts {
    /** Sends a script; every script this module uses answers a number. */
    CompletionStage<Long> run(RedisScript script, String key, String... arguments);
}
