package io.yici.redis;

/** Redis gave no usable answer in time. */
final class RedisUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean mayHaveHappened;

    /** @param mayHaveHappened whether Redis was asked, and so may have done it or may yet do it */
    RedisUnavailableException(String message, boolean mayHaveHappened, Throwable cause) {
        super(message, cause);
        this.mayHaveHappened = mayHaveHappened;
    }

    boolean mayHaveHappened() {
        return mayHaveHappened;
    }
}
