package io.yici.inbox;

import io.yici.Operation;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is done with messages of one kind, for whom, and how they are told apart.
 *
 * <pre>{@code
 * Subscription.named("points.book").group("points")
 *         .key(message -> message.header(MessageHeaders.MESSAGE_ID))
 *         .handledBy(message -> book(message.payload()))
 * }</pre>
 *
 * <p>The name is the operation's, the group its caller: two groups each handle a message once. Retention is that of the
 * operation's settings. Immutable; its functions must be thread-safe.
 */
public final class Subscription {
    private static final int MOST_TRIES = 1000;

    private final String operation;
    private final String group;
    private final Function<Received, @Nullable String> key;
    private final @Nullable MessageHandler each;
    private final @Nullable BatchHandler together;
    private final Function<Received, @Nullable String> orderingKey;
    private final @Nullable Function<Received, AggregateVersion> version;
    private final Predicate<Received> ignored;
    private final Function<Received, byte @Nullable []> fingerprint;
    private final int tries;
    private final Duration retryMin;
    private final Duration retryMax;
    private final LatePolicy late;
    private final Exhausted exhausted;
    private final boolean unseenOldRun;

    private Subscription(Draft draft) {
        this.operation = draft.operation;
        this.group = draft.group;
        this.key = draft.key;
        this.each = draft.each;
        this.together = draft.together;
        this.orderingKey = draft.orderingKey;
        this.version = draft.version;
        this.ignored = draft.ignored;
        this.fingerprint = draft.fingerprint;
        this.tries = draft.tries;
        this.retryMin = draft.retryMin;
        this.retryMax = draft.retryMax;
        this.late = draft.late;
        this.exhausted = draft.exhausted;
        this.unseenOldRun = draft.unseenOldRun;
    }

    /** Names the operation; see {@link Operation#named}. */
    public static Named named(String operation) {
        Operation.named(operation);
        return new Named(operation);
    }

    /**
     * What keeps messages in order, null for one without order; by default what the broker said. While one is parked,
     * later ones of its ordering key park behind it.
     */
    public Subscription orderedBy(Function<Received, @Nullable String> orderingKey) {
        return with(draft -> draft.orderingKey = Objects.requireNonNull(orderingKey, "orderingKey"));
    }

    /** No message waits for another. */
    public Subscription unordered() {
        return with(draft -> draft.orderingKey = message -> null);
    }

    /**
     * Applies a message only when it is newer than what was applied for the same thing; for events that carry the full
     * state.
     */
    public Subscription version(Function<Received, AggregateVersion> version) {
        return with(draft -> draft.version = Objects.requireNonNull(version, "version"));
    }

    /** Messages that are of no interest: acknowledged, and nothing is written. */
    public Subscription ignoring(Predicate<Received> ignored) {
        return with(draft -> draft.ignored = Objects.requireNonNull(ignored, "ignored"));
    }

    /**
     * What must be equal in two messages of one key, by default the payload; null compares nothing. Another content
     * under the same key is parked.
     */
    public Subscription fingerprint(Function<Received, byte @Nullable []> content) {
        return with(draft -> draft.fingerprint = Objects.requireNonNull(content, "content"));
    }

    /** How often a message is tried before it is given up; 5 by default, 1 to 1000. */
    public Subscription tries(int times) {
        if (times < 1 || times > MOST_TRIES) {
            throw new IllegalArgumentException("tries must be 1 to " + MOST_TRIES + ", not " + times);
        }
        return with(draft -> draft.tries = times);
    }

    /** How long to wait after the first failure, and at most after later ones; 1 second and 1 minute by default. */
    public Subscription retryAfter(Duration min, Duration max) {
        if (min.toMillis() < 1 || max.compareTo(min) < 0 || max.toDays() > 7) {
            throw new IllegalArgumentException(
                    "retryAfter must grow from at least 1 millisecond to at most 7 days, not from " + min + " to "
                            + max);
        }
        return with(draft -> {
            draft.retryMin = min;
            draft.retryMax = max;
        });
    }

    /** What becomes of a copy that comes when the first one's record no longer answers; dropped by default. */
    public Subscription late(LatePolicy policy) {
        return with(draft -> draft.late = Objects.requireNonNull(policy, "policy"));
    }

    /**
     * Runs a message even when it was sent so long ago that the record of an earlier delivery could be gone. By default
     * it is parked: nobody can tell any more whether it was handled.
     */
    public Subscription runningUnseenOnes() {
        return with(draft -> draft.unseenOldRun = true);
    }

    /** Where a message goes that is given up; parked by default. */
    public Subscription exhausted(Exhausted place) {
        return with(draft -> draft.exhausted = Objects.requireNonNull(place, "place"));
    }

    /** The operation's name. */
    public String operation() {
        return operation;
    }

    /** The consumer group: the operation's caller. */
    public String group() {
        return group;
    }

    /** Gives the business event key of a message. */
    public Function<Received, @Nullable String> key() {
        return key;
    }

    /** The handler of single messages, or null when they are handled together. */
    public @Nullable MessageHandler handler() {
        return each;
    }

    /** The handler of several at once, or null when each is handled by itself. */
    public @Nullable BatchHandler batchHandler() {
        return together;
    }

    /** Gives the ordering key of a message, null for one without order. */
    public Function<Received, @Nullable String> orderingKey() {
        return orderingKey;
    }

    /** Gives the version a message carries; null when versions are not looked at. */
    public @Nullable Function<Received, AggregateVersion> version() {
        return version;
    }

    /** Says which messages are of no interest. */
    public Predicate<Received> ignored() {
        return ignored;
    }

    /** Gives what must be equal in two messages of one key. */
    public Function<Received, byte @Nullable []> fingerprint() {
        return fingerprint;
    }

    /** How often a message is tried. */
    public int tries() {
        return tries;
    }

    /** How long to wait after the first failure. */
    public Duration retryMin() {
        return retryMin;
    }

    /** How long to wait at most. */
    public Duration retryMax() {
        return retryMax;
    }

    /** What becomes of late copies. */
    public LatePolicy late() {
        return late;
    }

    /** Where a message goes that is given up. */
    public Exhausted exhausted() {
        return exhausted;
    }

    /** Whether a message runs that is older than the memory and was never seen. */
    public boolean runsUnseenOnes() {
        return unseenOldRun;
    }

    private Subscription with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new Subscription(draft);
    }

    /** A subscription that still lacks its group. */
    public static final class Named {
        private final String operation;

        private Named(String operation) {
            this.operation = operation;
        }

        /** Says for whom: a stable name, at most 255 UTF-8 bytes; shared by all consumers that share the work. */
        public Grouped group(String group) {
            Operation.named(operation).by(group);
            return new Grouped(operation, group);
        }
    }

    /** A subscription that still lacks its key. */
    public static final class Grouped {
        private final String operation;
        private final String group;

        private Grouped(String operation, String group) {
            this.operation = operation;
            this.group = group;
        }

        /**
         * Says what tells messages apart: the id of the event in the business, or of the message at its sender; never
         * the broker's own id, which is another for a message that is sent again. A message without one is parked.
         */
        public Keyed key(Function<Received, @Nullable String> key) {
            return new Keyed(operation, group, Objects.requireNonNull(key, "key"));
        }
    }

    /** A subscription that still lacks its handler. */
    public static final class Keyed {
        private final String operation;
        private final String group;
        private final Function<Received, @Nullable String> key;

        private Keyed(String operation, String group, Function<Received, @Nullable String> key) {
            this.operation = operation;
            this.group = group;
            this.key = key;
        }

        /** Says what to do with each message. */
        public Subscription handledBy(MessageHandler handler) {
            return new Subscription(new Draft(operation, group, key, Objects.requireNonNull(handler, "handler"), null));
        }

        /** Says what to do with the fresh messages of a batch, in one call. */
        public Subscription handledTogether(BatchHandler handler) {
            return new Subscription(new Draft(operation, group, key, null, Objects.requireNonNull(handler, "handler")));
        }
    }

    /** A subscription about to be made. */
    private static final class Draft {
        private final String operation;
        private final String group;
        private final Function<Received, @Nullable String> key;
        private final @Nullable MessageHandler each;
        private final @Nullable BatchHandler together;
        private Function<Received, @Nullable String> orderingKey = Received::orderingKey;
        private @Nullable Function<Received, AggregateVersion> version;
        private Predicate<Received> ignored = message -> false;
        private Function<Received, byte @Nullable []> fingerprint = Received::payload;
        private int tries = 5;
        private Duration retryMin = Duration.ofSeconds(1);
        private Duration retryMax = Duration.ofMinutes(1);
        private LatePolicy late = LatePolicy.DROP;
        private Exhausted exhausted = Exhausted.PARK;
        private boolean unseenOldRun;

        private Draft(
                String operation,
                String group,
                Function<Received, @Nullable String> key,
                @Nullable MessageHandler each,
                @Nullable BatchHandler together) {
            this.operation = operation;
            this.group = group;
            this.key = key;
            this.each = each;
            this.together = together;
        }

        private Draft(Subscription from) {
            this(from.operation, from.group, from.key, from.each, from.together);
            orderingKey = from.orderingKey;
            version = from.version;
            ignored = from.ignored;
            fingerprint = from.fingerprint;
            tries = from.tries;
            retryMin = from.retryMin;
            retryMax = from.retryMax;
            late = from.late;
            exhausted = from.exhausted;
            unseenOldRun = from.unseenOldRun;
        }
    }
}
