package io.yici.store;

import java.util.function.Consumer;
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
    public static final int REASON_LENGTH = Reasons.LENGTH;

    /** Whether the settler may take it up now. */
    public boolean isDue(long now) {
        return state.isOpen() && nextTryAt <= now;
    }

    /** Stamped as called now. */
    public StepProgress called(long now, long nextTry) {
        return with(draft -> {
            draft.state = StepState.CALLED;
            draft.firstCalledAt = firstCalledAt == 0 ? now : firstCalledAt;
            draft.calledAt = now;
            draft.nextTryAt = nextTry;
        });
    }

    /** The stamp taken back, to what it was before. */
    public StepProgress notCalled(StepProgress before) {
        return with(draft -> {
            draft.state = before.state;
            draft.firstCalledAt = before.firstCalledAt;
            draft.calledAt = before.calledAt;
        });
    }

    /** Taken up by the settler once more. */
    public StepProgress taken(int moreTries, long nextTry) {
        return with(draft -> {
            draft.tries = tries + moreTries;
            draft.nextTryAt = nextTry;
        });
    }

    /** To be taken up later. */
    public StepProgress later(long nextTry, @Nullable String why) {
        return with(draft -> {
            draft.nextTryAt = nextTry;
            draft.reason = why;
        });
    }

    /** With evidence that could not be applied. */
    public StepProgress keeping(@Nullable StoredValue known, long nextTry, @Nullable String why) {
        return with(draft -> {
            draft.nextTryAt = nextTry;
            draft.reason = why;
            draft.evidence = known;
        });
    }

    /** For a person. */
    public StepProgress forOperators(@Nullable String why) {
        return with(draft -> {
            draft.state = StepState.OPERATORS;
            draft.reason = why;
        });
    }

    /** Contradicted now, for a person. */
    public StepProgress contradicted(long now, String why) {
        return with(draft -> {
            draft.state = StepState.OPERATORS;
            draft.reason = why;
            draft.contradictedAt = now;
        });
    }

    /** Taken back from a person, with all its tries; what was contradicted is asked for anew. */
    public StepProgress askedAgain(long now) {
        return with(draft -> {
            draft.state = firstCalledAt == 0 ? StepState.INTENDED : StepState.CALLED;
            draft.tries = 0;
            draft.nextTryAt = now;
            draft.evidence = contradictedAt == 0 ? evidence : null;
        });
    }

    /** Taken off the queue, with what had been applied. */
    public StepProgress closed(StepState applied, long keepUntil) {
        return with(draft -> {
            draft.state = applied;
            draft.nextTryAt = keepUntil;
        });
    }

    /** Ended, and kept until then. */
    public StepProgress ended(StepState end, long now, long keepUntil, @Nullable String why) {
        return with(draft -> {
            draft.state = end;
            draft.nextTryAt = keepUntil;
            draft.reason = why;
            draft.evidence = null;
            draft.ended = end;
            draft.finishedAt = now;
        });
    }

    private StepProgress with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.progress();
    }

    /** Progress about to be made. */
    private static final class Draft {
        private StepState state;
        private long firstCalledAt;
        private long calledAt;
        private int tries;
        private long nextTryAt;
        private @Nullable String reason;
        private @Nullable StoredValue evidence;
        private @Nullable StepState ended;
        private long contradictedAt;
        private long finishedAt;

        private Draft(StepProgress from) {
            state = from.state;
            firstCalledAt = from.firstCalledAt;
            calledAt = from.calledAt;
            tries = from.tries;
            nextTryAt = from.nextTryAt;
            reason = from.reason;
            evidence = from.evidence;
            ended = from.ended;
            contradictedAt = from.contradictedAt;
            finishedAt = from.finishedAt;
        }

        private StepProgress progress() {
            return new StepProgress(
                    state,
                    firstCalledAt,
                    calledAt,
                    tries,
                    nextTryAt,
                    Reasons.cut(reason),
                    evidence,
                    ended,
                    contradictedAt,
                    finishedAt);
        }
    }
}
