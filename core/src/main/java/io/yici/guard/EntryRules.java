package io.yici.guard;

import java.time.Duration;
import java.util.Objects;

/**
 * What stands before the claim of one operation. Start from {@link #none()} and change what differs.
 *
 * @param tokens whether its keys are tokens; none by default
 * @param marksFor how long a used token stays marked, where there are {@link TokenMarks}; 1 hour by default
 * @param guarded whether the {@link EntryGuard} is asked; not by default
 * @param holdsFor after which an entry is free again although nobody left; 30 seconds by default
 * @param whenUnavailable what is done while the guard cannot be reached; refused by default
 */
public record EntryRules(
        TokenUse tokens, Duration marksFor, boolean guarded, Duration holdsFor, WhenUnavailable whenUnavailable) {
    private static final Duration LONGEST_MARK = Duration.ofDays(365);
    private static final Duration LONGEST_HOLD = Duration.ofDays(1);

    private static final EntryRules NONE =
            new EntryRules(TokenUse.NONE, Duration.ofHours(1), false, Duration.ofSeconds(30), WhenUnavailable.REFUSE);

    /** What is done with a call while the guard cannot be reached. */
    public enum WhenUnavailable {
        /** It is refused, before anything ran; the caller may send the same again. */
        REFUSE,
        /** It passes on to the database, which decides as always, under the whole load. */
        PASS
    }

    /** Checks the periods, by name: 1 millisecond to 365 days for marks, to 1 day for an entry. */
    public EntryRules {
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(whenUnavailable, "whenUnavailable");
        within(marksFor, LONGEST_MARK, "marksFor");
        within(holdsFor, LONGEST_HOLD, "holdsFor");
    }

    /** Nothing stands there. */
    public static EntryRules none() {
        return NONE;
    }

    /** Changes whether keys are tokens. */
    public EntryRules tokens(TokenUse use) {
        return new EntryRules(use, marksFor, guarded, holdsFor, whenUnavailable);
    }

    /** Changes how long a used token stays marked; shorter than the record answers and refuses. */
    public EntryRules marksFor(Duration period) {
        return new EntryRules(tokens, period, guarded, holdsFor, whenUnavailable);
    }

    /** Changes whether the guard is asked. */
    public EntryRules guarded(boolean asked) {
        return new EntryRules(tokens, marksFor, asked, holdsFor, whenUnavailable);
    }

    /** Changes after which time an entry is free again although nobody left; longer than the work takes as a rule. */
    public EntryRules holdsFor(Duration period) {
        return new EntryRules(tokens, marksFor, guarded, period, whenUnavailable);
    }

    /** Changes what is done while the guard cannot be reached. */
    public EntryRules whenUnavailable(WhenUnavailable what) {
        return new EntryRules(tokens, marksFor, guarded, holdsFor, what);
    }

    private static void within(Duration period, Duration longest, String name) {
        Objects.requireNonNull(period, name);
        if (period.compareTo(longest) > 0 || period.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    name + " must be between 1 millisecond and " + longest.toDays() + " days, not " + period);
        }
    }
}
