package io.yici.internal;

import io.yici.OperationId;
import java.util.List;

/** The handler, or what it did, failed; its transaction is rolled back. The cause is what was thrown. */
final class HandlerFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final Throwable thrown;
    private final transient List<OperationId> claimed;
    private final String attempt;

    HandlerFailure(Throwable thrown, List<OperationId> claimed, String attempt) {
        super(thrown);
        this.thrown = thrown;
        this.claimed = claimed;
        this.attempt = attempt;
    }

    /** What was claimed for the handler; inserted by one statement. */
    List<OperationId> claimed() {
        return claimed;
    }

    /** Whose claims were rolled back, unless the handler has committed them. */
    String attempt() {
        return attempt;
    }

    /** What was thrown. */
    Throwable thrown() {
        return thrown;
    }
}
