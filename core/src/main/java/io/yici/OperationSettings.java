package io.yici;

import io.yici.guard.EntryRules;
import io.yici.guard.TokenUse;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one operation is kept and guarded. Start from {@link #defaults()} and change what differs.
 *
 * @param answersFor how long a record answers repeats, counted from the claim, or from the end of work that left the
 *     database; 7 days by default
 * @param refusesFor how long its tombstone refuses after that; 30 days by default, zero for none
 * @param waitsFor how long a repeat waits for a running rival before it is refused as in progress, holding no
 *     connection; 1 second by default, zero refuses at once
 * @param retries how often the whole unit is run again after a serialization failure, deadlock or busy database; 3 by
 *     default
 * @param mode whether repeats are stopped or only counted
 * @param unseenKeysWithin when set, a UUIDv7 key older than this that has no record is refused instead of run
 * @param allowedFuture how far in the future such a key may lie; 5 minutes by default
 * @param leasesFor how long work that leaves the database is taken to be running, before its end is called unknown; 60
 *     seconds by default
 * @param suspensionAllowed whether the work may suspend its transaction (REQUIRES_NEW, NOT_SUPPORTED)
 * @param entry what stands before the claim: tokens and the entry guard; nothing by default
 */
public record OperationSettings(
        Duration answersFor,
        Duration refusesFor,
        Duration waitsFor,
        int retries,
        Mode mode,
        @Nullable Duration unseenKeysWithin,
        Duration allowedFuture,
        Duration leasesFor,
        boolean suspensionAllowed,
        EntryRules entry) {
    /** Longest period that may be asked for: a hundred years. */
    private static final Duration LONGEST = Duration.ofDays(36525);

    private static final OperationSettings DEFAULTS = new OperationSettings(
            Duration.ofDays(7),
            Duration.ofDays(30),
            Duration.ofSeconds(1),
            3,
            Mode.ENFORCE,
            null,
            Duration.ofMinutes(5),
            Duration.ofSeconds(60),
            false,
            EntryRules.none());

    /** Whether repeats are stopped or only counted. */
    public enum Mode {
        /** Repeats are replayed or refused. */
        ENFORCE,
        /**
         * For adoption: the work always runs, and what would have been replayed or refused is counted. No guarantee.
         */
        OBSERVE
    }

    /** Checks that every period makes sense, by name. */
    public OperationSettings {
        positive(answersFor, "answersFor");
        notNegative(refusesFor, "refusesFor");
        notNegative(waitsFor, "waitsFor");
        notNegative(allowedFuture, "allowedFuture");
        positive(leasesFor, "leasesFor");
        Objects.requireNonNull(mode, "mode");
        if (retries < 0 || retries > 100) {
            throw new IllegalArgumentException("retries must be 0 to 100, not " + retries);
        }
        if (unseenKeysWithin != null) {
            positive(unseenKeysWithin, "unseenKeysWithin");
            if (unseenKeysWithin.plus(allowedFuture).compareTo(answersFor.plus(refusesFor)) > 0) {
                throw new IllegalArgumentException("unseenKeysWithin + allowedFuture (" + unseenKeysWithin + " + "
                        + allowedFuture + ") must not exceed answersFor + refusesFor (" + answersFor + " + "
                        + refusesFor
                        + "): a key could outlive its record and run twice");
            }
        }
        checkTokens(entry, answersFor.plus(refusesFor), unseenKeysWithin != null);
    }

    private static void checkTokens(EntryRules entry, Duration kept, boolean unseenKeysRefused) {
        Objects.requireNonNull(entry, "entry");
        if (entry.tokens() != TokenUse.NONE && entry.marksFor().compareTo(kept) >= 0) {
            throw new IllegalArgumentException("entry.marksFor (" + entry.marksFor()
                    + ") must be shorter than answersFor + refusesFor (" + kept
                    + "): a mark would outlive the record it hints at");
        }
        if (entry.tokens() == TokenUse.REQUIRED && unseenKeysRefused) {
            throw new IllegalArgumentException(
                    "unseenKeysWithin asks for UUIDv7 keys and entry.tokens for tokens: no key could be both");
        }
    }

    /** The defaults named above. */
    public static OperationSettings defaults() {
        return DEFAULTS;
    }

    /** Changes how long a record answers; at least 1 millisecond. */
    public OperationSettings answersFor(Duration period) {
        return with(draft -> draft.answersFor = period);
    }

    /** Changes how long a tombstone refuses; zero for none. */
    public OperationSettings refusesFor(Duration period) {
        return with(draft -> draft.refusesFor = period);
    }

    /** Changes how long a repeat waits for a running rival; zero refuses at once. */
    public OperationSettings waitsFor(Duration period) {
        return with(draft -> draft.waitsFor = period);
    }

    /** Changes how often the unit is run again after a conflict; 0 to 100. */
    public OperationSettings retries(int times) {
        return with(draft -> draft.retries = times);
    }

    /** Changes whether repeats are stopped or only counted. */
    public OperationSettings mode(Mode other) {
        return with(draft -> draft.mode = other);
    }

    /**
     * Refuses keys (UUIDv7, RFC 9562) that are older than {@code window} and have no record. Never for message inboxes.
     */
    public OperationSettings unseenKeysWithin(Duration window, Duration future) {
        return with(draft -> {
            draft.unseenKeysWithin = window;
            draft.allowedFuture = future;
        });
    }

    /** Lets the work suspend its transaction; what it does meanwhile is outside of the guarantee. */
    public OperationSettings allowSuspension() {
        return with(draft -> draft.suspensionAllowed = true);
    }

    /** Changes how long work that leaves the database is taken to be running; at least 1 millisecond. */
    public OperationSettings leasesFor(Duration period) {
        return with(draft -> draft.leasesFor = period);
    }

    /** Changes what stands before the claim. */
    public OperationSettings entry(EntryRules rules) {
        return with(draft -> draft.entry = rules);
    }

    /** Takes nothing but tokens as keys; see {@link io.yici.guard.FormTokens}. */
    public OperationSettings demandsToken() {
        return entry(entry.tokens(TokenUse.REQUIRED));
    }

    /** Asks the entry guard before the claim; see {@link io.yici.guard.EntryGuard}. */
    public OperationSettings guardsEntry() {
        return entry(entry.guarded(true));
    }

    private OperationSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** Settings about to be made. */
    private static final class Draft {
        private Duration answersFor;
        private Duration refusesFor;
        private Duration waitsFor;
        private int retries;
        private Mode mode;
        private @Nullable Duration unseenKeysWithin;
        private Duration allowedFuture;
        private Duration leasesFor;
        private boolean suspensionAllowed;
        private EntryRules entry;

        private Draft(OperationSettings from) {
            answersFor = from.answersFor;
            refusesFor = from.refusesFor;
            waitsFor = from.waitsFor;
            retries = from.retries;
            mode = from.mode;
            unseenKeysWithin = from.unseenKeysWithin;
            allowedFuture = from.allowedFuture;
            leasesFor = from.leasesFor;
            suspensionAllowed = from.suspensionAllowed;
            entry = from.entry;
        }

        private OperationSettings settings() {
            return new OperationSettings(
                    answersFor,
                    refusesFor,
                    waitsFor,
                    retries,
                    mode,
                    unseenKeysWithin,
                    allowedFuture,
                    leasesFor,
                    suspensionAllowed,
                    entry);
        }
    }

    private static void positive(Duration period, String name) {
        notNegative(period, name);
        if (period.toMillis() == 0) {
            throw new IllegalArgumentException(name + " must be at least 1 millisecond");
        }
    }

    private static void notNegative(Duration period, String name) {
        Objects.requireNonNull(period, name);
        if (period.isNegative() || period.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be between 0 and 100 years, not " + period);
        }
    }
}
