package io.yici.internal;

/** The handler, or what it did, failed; its transaction is rolled back. The cause is what was thrown. */
final class HandlerFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final Throwable thrown;

    HandlerFailure(Throwable thrown) {
        super(thrown);
        this.thrown = thrown;
    }

    /** What was thrown. */
    Throwable thrown() {
        return thrown;
    }
}
