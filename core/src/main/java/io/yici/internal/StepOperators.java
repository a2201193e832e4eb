package io.yici.internal;

import io.yici.external.StepView;
import io.yici.store.StepState;
import io.yici.store.StoreException;
import io.yici.store.StoredStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators do to calls that wait for them; each action is written to the audit table with it. */
final class StepOperators {
    private final StepDesk desk;

    StepOperators(StepDesk desk) {
        this.desk = desk;
    }

    List<StepView> list(int limit) {
        Text.checkLimit(limit);
        try {
            return desk.apart(transaction -> transaction.steps().waiting(limit)).stream()
                    .map(StepView::of)
                    .toList();
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        }
    }

    /** Gives it back to the settler. */
    boolean askAgain(String key, String by, String reason) {
        Text.checkAct(by, reason);
        return act(key, step -> step.progress().ended() == null ? "ask-again" : null, by, reason);
    }

    /** Takes a contradiction off the queue. */
    boolean close(String key, String by, String reason) {
        Text.checkAct(by, reason);
        return act(key, step -> step.progress().ended() != null ? "close" : null, by, reason);
    }

    private boolean act(String key, Action action, String by, String reason) {
        try {
            return desk.apart(transaction -> {
                StoredStep step = StepDesk.locked(transaction, key);
                String name = step == null || step.state() != StepState.OPERATORS ? null : action.on(step);
                if (step == null || name == null) {
                    return false;
                }
                StepState ended = step.progress().ended();
                StepDesk.change(
                        transaction,
                        step,
                        ended == null
                                ? step.progress().askedAgain(step.readAt())
                                : step.progress().closed(ended, step.keptFromNow()));
                transaction.steps().audit(step, name, by, reason);
                return true;
            });
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        }
    }

    private interface Action {
        @Nullable String on(StoredStep step);
    }
}
