package io.yici.example.orders.payment;

import io.yici.example.orders.gateway.GatewayEvent;
import io.yici.external.ExternalSteps;
import io.yici.external.Settled;
import io.yici.external.StepView;
import java.util.List;
import org.springframework.stereotype.Service;

/** The operators' queue. Whatever they do is written to the audit with their name. */
@Service
public class Operations {
    private static final int MOST = 100;

    private final ExternalSteps steps;

    Operations(ExternalSteps steps) {
        this.steps = steps;
    }

    /** The first hundred calls of which nobody could find out what became. */
    public List<StepView> waiting() {
        return steps.operators().list(MOST);
    }

    /**
     * Gives a call back to the settler, which asks the gateway again.
     *
     * @return false when it does not wait here
     */
    public boolean askAgain(String key, String operator, String reason) {
        return steps.operators().askAgain(key, operator, reason);
    }

    /**
     * Takes a call off the queue whose events contradict each other, once what happened is set right by hand.
     *
     * @return false when it does not wait here
     */
    public boolean close(String key, String operator, String reason) {
        return steps.operators().close(key, operator, reason);
    }

    /** Concludes a call by what a person has found in the gateway's books. */
    public Settled conclude(String key, GatewayEvent found, String operator, String reason) {
        return steps.operators().conclude(key, Evidences.ofEvent(found), operator, reason);
    }
}
