package io.yici.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * How this module speaks to Redis: by which scripts, under which key prefix, and with how much patience. One for an
 * application, shared by its guard, marks and leases.
 *
 * <p>A call waits for the time-out at most. When three calls in a row have failed, further calls fail at once for half
 * a second, and then one is let through to see: a slow or frozen Redis costs a request moments, never its thread.
 * Immutable but for that count; thread safe.
 */
public final class RedisAccess {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(300);
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(10);
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9:._-]{1,64}");

    private final RedisScripts scripts;
    private final String keyPrefix;
    private final Duration timeout;
    private final Outage outage = new Outage();

    private RedisAccess(RedisScripts scripts, String keyPrefix, Duration timeout) {
        this.scripts = scripts;
        this.keyPrefix = keyPrefix;
        this.timeout = timeout;
    }

    /** With the key prefix {@code yici:} and a time-out of 300 ms. */
    public static RedisAccess through(RedisScripts scripts) {
        return new RedisAccess(scripts, "yici:", DEFAULT_TIMEOUT);
    }

    /**
     * What keys begin with, so that applications can share a Redis: 1 to 64 letters, digits and {@code : . _ -}. Braces
     * would steer every key to one slot of a cluster, and are refused.
     */
    public RedisAccess keyPrefix(String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "keyPrefix: must be 1 to 64 letters, digits and : . _ -, not '" + prefix + "'");
        }
        return new RedisAccess(scripts, prefix, timeout);
    }

    /** How long a caller waits for Redis at most; 10 ms to 10 s. */
    public RedisAccess timeout(Duration atMost) {
        if (atMost.compareTo(SHORTEST_TIMEOUT) < 0 || atMost.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout: must be 10 ms to 10 s, not " + atMost);
        }
        return new RedisAccess(scripts, keyPrefix, atMost);
    }

    /** How long a caller waits for Redis at most. */
    public Duration timeout() {
        return timeout;
    }

    /**
     * A key of bounded size: its only free part is 64 hexadecimal digits, which are its hash tag, so nothing a client
     * sends decides on its slot.
     */
    String key(String kind, String digest) {
        return keyPrefix + kind + ":{" + digest + "}";
    }

    /** Takes a key for an owner; false when another has it. */
    boolean take(String key, String owner, long millis) throws RedisUnavailableException {
        return ask(RedisScript.TAKE, key, owner, String.valueOf(millis));
    }

    /** Lets an owner's key live on from now; false when it is not the owner's any more. */
    boolean keep(String key, String owner, long millis) throws RedisUnavailableException {
        return ask(RedisScript.KEEP, key, owner, String.valueOf(millis));
    }

    /** Gives an owner's key up; false when it is not the owner's any more. */
    boolean leave(String key, String owner) throws RedisUnavailableException {
        return ask(RedisScript.LEAVE, key, owner);
    }

    /** Gives an owner's key up behind what this thread has sent before; nobody waits for the answer. */
    void leaveBehind(String key, String owner) {
        CompletableFuture<Long> answer =
                scripts.run(RedisScript.LEAVE, key, owner).toCompletableFuture();
        answer.orTimeout(LONGEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean ask(RedisScript script, String key, String... arguments) throws RedisUnavailableException {
        outage.check();
        CompletableFuture<Long> answer = scripts.run(script, key, arguments).toCompletableFuture();
        try {
            boolean yes = awaited(answer) == 1;
            outage.over();
            return yes;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw outage.noticed("Redis cannot be used: " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            answer.cancel(false);
            throw outage.noticed("Redis did not answer within " + timeout.toMillis() + " ms", e);
        }
    }

    /** An interrupt waits until the answer is there, or its time over, so that it leaves nothing half known. */
    private long awaited(CompletableFuture<Long> answer) throws ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
