package io.yici.store;

import org.jspecify.annotations.Nullable;

/**
 * What changes of a step. Times are epoch milliseconds of the database's clock, 0 for never.
 *
 * @param state how far it is
 * @param firstCalledAt when it was stamped for the first time
 * @param calledAt when it was stamped last
 * @param tries how often the settler has taken it up
 * @param nextTryAt when the settler takes it up again; once it has ended, until when it is kept
 * @param reason what happened last, at most {@link #REASON_LENGTH} characters
 * @param evidence what is known and could not be applied yet
 * @param ended {@link StepState#DONE} or {@link StepState#FAILED} once that was applied, whatever the state is now
 * @param contradictedAt when evidence of the opposite came in
 * @param finishedAt when it ended
 */
public record StepProgress(
        StepState state,
        long firstCalledAt,
        long calledAt,
        int tries,
        long nextTryAt,
        @Nullable String reason,
        @Nullable StoredValue evidence,
        @Nullable StepState ended,
        long contradictedAt,
        long finishedAt) {
    /** Limit of a reason; a longer one is cut. */
    public static final int REASON_LENGTH = 1000;

    /** Whether the settler may take it up now. */
    public boolean isDue(long now) {
        return state.isOpen() && nextTryAt <= now;
    }

    /** Stamped as called now. */
    public StepProgress called(long now, long nextTry) {
        return new StepProgress(
                StepState.CALLED,
                firstCalledAt == 0 ? now : firstCalledAt,
                now,
                tries,
                nextTry,
                reason,
                evidence,
                ended,
                contradictedAt,
                finishedAt);
    }

    /** The stamp taken back, to what it was before. */
    public StepProgress notCalled(StepProgress before) {
        return new StepProgress(
                before.state,
                before.firstCalledAt,
                before.calledAt,
                tries,
                nextTryAt,
                reason,
                evidence,
                ended,
                contradictedAt,
                finishedAt);
    }

    /** Taken up by the settler once more. */
    public StepProgress taken(int moreTries, long nextTry) {
        return new StepProgress(
                state,
                firstCalledAt,
                calledAt,
                tries + moreTries,
                nextTry,
                reason,
                evidence,
                ended,
                contradictedAt,
                finishedAt);
    }

    /** To be taken up later. */
    public StepProgress later(long nextTry, @Nullable String why) {
        return new StepProgress(
                state, firstCalledAt, calledAt, tries, nextTry, cut(why), evidence, ended, contradictedAt, finishedAt);
    }

    /** With evidence that could not be applied. */
    public StepProgress keeping(@Nullable StoredValue known, long nextTry, @Nullable String why) {
        return new StepProgress(
                state, firstCalledAt, calledAt, tries, nextTry, cut(why), known, ended, contradictedAt, finishedAt);
    }

    /** For a person. */
    public StepProgress forOperators(@Nullable String why) {
        return new StepProgress(
                StepState.OPERATORS,
                firstCalledAt,
                calledAt,
                tries,
                nextTryAt,
                cut(why),
                evidence,
                ended,
                contradictedAt,
                finishedAt);
    }

    /** Contradicted now, for a person. */
    public StepProgress contradicted(long now, String why) {
        return new StepProgress(
                StepState.OPERATORS,
                firstCalledAt,
                calledAt,
                tries,
                nextTryAt,
                cut(why),
                evidence,
                ended,
                now,
                finishedAt);
    }

    /** Taken back from a person, with all its tries; what was contradicted is asked for anew. */
    public StepProgress askedAgain(long now) {
        return new StepProgress(
                firstCalledAt == 0 ? StepState.INTENDED : StepState.CALLED,
                firstCalledAt,
                calledAt,
                0,
                now,
                reason,
                contradictedAt == 0 ? evidence : null,
                ended,
                contradictedAt,
                finishedAt);
    }

    /** Taken off the queue, with what had been applied. */
    public StepProgress closed(StepState applied, long keepUntil) {
        return new StepProgress(
                applied,
                firstCalledAt,
                calledAt,
                tries,
                keepUntil,
                reason,
                evidence,
                ended,
                contradictedAt,
                finishedAt);
    }

    /** Ended, and kept until then. */
    public StepProgress ended(StepState end, long now, long keepUntil, @Nullable String why) {
        return new StepProgress(
                end, firstCalledAt, calledAt, tries, keepUntil, cut(why), null, end, contradictedAt, now);
    }

    private static @Nullable String cut(@Nullable String why) {
        if (why == null) {
            return null;
        }
        String clean = why.replace('\0', ' ');
        int end = Math.min(clean.length(), REASON_LENGTH);
        if (end > 0 && end < clean.length() && Character.isHighSurrogate(clean.charAt(end - 1))) {
            end--;
        }
        return clean.substring(0, end);
    }
}
