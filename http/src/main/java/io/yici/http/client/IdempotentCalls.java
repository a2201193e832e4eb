package io.yici.http.client;

import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls, each with one key, and sends them until an answer ends them: the rules, apart from any HTTP client.
 *
 * <p>An attempt is repeated under the same key after an I/O error or time-out and after 408, 425, 429, 502, 503, 504 or
 * a retryable 409, within a number of attempts and a total deadline; {@code Retry-After} is honoured. Every other
 * answer, 422 included, ends the call and is returned. What cannot be known is thrown, as
 * {@link CallOutcomeUnknownException}. Immutable and thread-safe; make one per API.
 */
public final class IdempotentCalls {
    private final Settings settings;
    private final @Nullable KeyStore keyStore;
    private final Supplier<String> keys;

    private IdempotentCalls(Settings settings, @Nullable KeyStore keyStore, Supplier<String> keys) {
        this.settings = settings;
        this.keyStore = keyStore;
        this.keys = keys;
    }

    /** Starts with five attempts in 30 seconds, waits of 0.2 to 5 seconds, a retention of 24 hours and no store. */
    public static Builder builder() {
        return new Builder();
    }

    /** A new call without a name: one fresh key, which lives as long as this object. */
    public Call call() {
        return Call.unnamed(keys.get(), settings.clock().instant());
    }

    /**
     * The call of an intent: its key is kept in the store before this returns, so that a second press of the button,
     * another thread or the next start of the program gets the same key.
     *
     * @param intent what the user wants once, for instance {@code checkout-42}; stands in messages and logs
     * @throws IllegalStateException without a store, which would make the name a promise nobody keeps
     * @throws KeyStoreException when the key cannot be kept or read
     * @throws KeyTooOldException when the kept key is as old as the server's retention
     */
    public Call call(String intent) {
        if (keyStore == null) {
            throw new IllegalStateException("a named call needs a keyStore, for instance new FileKeyStore(directory)");
        }
        if (intent.isBlank() || !StandardCharsets.UTF_8.newEncoder().canEncode(intent)) {
            throw new IllegalArgumentException("intent must be well-formed and not blank");
        }
        Call call = Call.named(intent, keyStore.keyFor(intent, keys));
        age(call);
        return call;
    }

    /**
     * Gives up the kept key of an intent, also one that is too old to call: its next call gets a new key. For an intent
     * that has ended, or whose first request is known not to have been done.
     *
     * @throws KeyStoreException when the store cannot forget it
     */
    public void forget(String intent) {
        if (keyStore != null) {
            keyStore.forget(intent);
        }
    }

    /** The call under a key that the user keeps elsewhere, for instance in the order's row. Its age is not checked. */
    public Call callUnder(String key) {
        return Call.under(key);
    }

    /**
     * The call of a header value that a request already carries; it is sent as it stands.
     *
     * @throws IllegalArgumentException when it holds no key
     */
    public Call callOfHeader(String value) {
        return Call.ofHeader(value);
    }

    /** The same rules on the JDK's HTTP client, which stays the caller's to configure and close. */
    public IdempotentHttpClient over(HttpClient client) {
        return new IdempotentHttpClient(this, client);
    }

    /**
     * Sends a call over any HTTP client. Blocks until an answer ends it, at most for the total deadline where the
     * exchange can end an attempt, and never past the server's retention of the key.
     *
     * @throws CallOutcomeUnknownException when the server may have acted and no answer says so
     * @throws CallNotSentException when nothing reached the server
     * @throws KeyTooOldException when the key has become as old as the server's retention
     */
    public <R> CallOutcome<R> send(Call call, Exchange<R> exchange) {
        Duration remembered = settings.serverRetention().minus(age(call));
        Duration budget = settings.totalDeadline();
        return new Sending<>(settings, call, remembered.compareTo(budget) < 0 ? remembered : budget, exchange)
                .untilAnswered();
    }

    private Duration age(Call call) {
        Instant now = settings.clock().instant();
        Duration age = Duration.between(call.since().orElse(now), now);
        if (age.compareTo(settings.serverRetention()) >= 0) {
            throw new KeyTooOldException(call, age, settings.serverRetention());
        }
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Optional settings; each has a default. Not thread-safe. */
    public static final class Builder {
        private @Nullable KeyStore keyStore;
        private Supplier<String> keys = () -> UUID.randomUUID().toString();
        private int attempts = 5;
        private Duration totalDeadline = Duration.ofSeconds(30);
        private Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));
        private Duration serverRetention = Duration.ofHours(24);
        private CallListener listener = (call, attempt) -> {};
        private Clock clock = Clock.systemUTC();
        private Pace pace = Pace.REAL;

        private Builder() {}

        /** Keeps the keys of named calls; without one, calls have no names. */
        public Builder keyStore(KeyStore store) {
            this.keyStore = store;
            return this;
        }

        /**
         * Makes fresh keys. Random UUIDs by default, which need no library; for a server that wants UUIDv7, give a
         * generator such as {@code () -> UuidCreator.getTimeOrderedEpoch().toString()}.
         */
        public Builder keys(Supplier<String> fresh) {
            this.keys = fresh;
            return this;
        }

        /** The most attempts of one send, the first included. */
        public Builder attempts(int most) {
            if (most < 1) {
                throw new IllegalArgumentException("attempts must be at least 1");
            }
            this.attempts = most;
            return this;
        }

        /** The longest that one send may take, waits included; no attempt begins and no wait ends later. */
        public Builder totalDeadline(Duration deadline) {
            if (deadline.isNegative() || deadline.isZero()) {
                throw new IllegalArgumentException("totalDeadline must be longer than zero");
            }
            this.totalDeadline = deadline;
            return this;
        }

        /** The waits between attempts, doubling from the first to the longest; half of each is left to chance. */
        public Builder backoff(Duration first, Duration longest) {
            this.backoff = new Backoff(first, longest);
            return this;
        }

        /** How long the server remembers a key, as it publishes. An older key is refused here rather than sent. */
        public Builder serverRetention(Duration retention) {
            this.serverRetention = retention;
            return this;
        }

        /** Hears of every attempt. */
        public Builder listener(CallListener hearing) {
            this.listener = hearing;
            return this;
        }

        /** The clock that ages of keys and HTTP dates are read by; deadlines use a monotonic one. */
        public Builder clock(Clock wall) {
            this.clock = wall;
            return this;
        }

        Builder pace(Pace passing) {
            this.pace = passing;
            return this;
        }

        /**
         * Completes the rules.
         *
         * @throws IllegalArgumentException when the total deadline is not shorter than the server's retention: a retry
         *     could then come after the server forgot the key, and run a second time
         */
        public IdempotentCalls build() {
            if (totalDeadline.compareTo(serverRetention) >= 0) {
                throw new IllegalArgumentException(
                        "totalDeadline " + totalDeadline + " must be shorter than serverRetention " + serverRetention);
            }
            Settings settings = new Settings(
                    attempts,
                    totalDeadline,
                    backoff,
                    serverRetention,
                    listener,
                    clock,
                    pace,
                    () -> ThreadLocalRandom.current().nextDouble());
            return new IdempotentCalls(settings, keyStore, keys);
        }
    }
}
