package io.yici.lease;

/**
 * Knows the transaction of the calling thread, so that a lease closed inside it is given back only when what was done
 * under it can be seen. Thread-safe.
 */
public interface SurroundingTransaction {
    /** Knows none. */
    SurroundingTransaction NONE = new SurroundingTransaction() {
        @Override
        public boolean isActive() {
            return false;
        }

        @Override
        public boolean afterEnd(Runnable action) {
            return false;
        }
    };

    /** Whether the calling thread is inside a transaction. */
    boolean isActive();

    /**
     * Has {@code action}, which neither blocks nor throws, run once when the calling thread's transaction has ended,
     * committed or rolled back.
     *
     * @return false, having done nothing, when the thread is in no transaction
     */
    boolean afterEnd(Runnable action);

    /** Asks this first, then {@code other}. */
    default SurroundingTransaction or(SurroundingTransaction other) {
        if (this == NONE || other == NONE) {
            return this == NONE ? other : this;
        }
        SurroundingTransaction first = this;
        return new SurroundingTransaction() {
            @Override
            public boolean isActive() {
                return first.isActive() || other.isActive();
            }

            @Override
            public boolean afterEnd(Runnable action) {
                return first.afterEnd(action) || other.afterEnd(action);
            }
        };
    }
}
