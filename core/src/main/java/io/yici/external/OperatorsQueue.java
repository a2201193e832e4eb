package io.yici.external;

import io.yici.internal.StepSystem;
import java.util.List;

/**
 * The calls that nothing can settle any more but a person who asks the other side, and those whose evidence contradicts
 * itself. Every action is written to the audit table in its own transaction. Thread-safe.
 */
public final class OperatorsQueue {
    private final StepSystem system;

    OperatorsQueue(StepSystem system) {
        this.system = system;
    }

    /** The oldest ones first, at most {@code limit}, which is 1 to 1000. */
    public List<StepView> list(int limit) {
        return system.waiting(limit);
    }

    /**
     * Gives one back to the settler, with all its tries.
     *
     * @param by who decides, at most 255 bytes
     * @param reason why, at most 1000 characters
     * @return false when it does not wait here, or had ended before and is only contradicted
     */
    public boolean askAgain(String stepKey, String by, String reason) {
        return system.askAgain(stepKey, by, reason);
    }

    /**
     * Ends one by what a person has found out, on the same way as any other evidence.
     *
     * @return as {@link ExternalSteps#settle}
     */
    public Settled conclude(String stepKey, Evidence<?> evidence, String by, String reason) {
        return system.settle(stepKey, evidence, by, reason);
    }

    /**
     * Takes a contradicted one off the queue, once what really happened is set right by hand; what was applied stays.
     *
     * @return false when it does not wait here, or has not ended
     */
    public boolean close(String stepKey, String by, String reason) {
        return system.close(stepKey, by, reason);
    }
}
