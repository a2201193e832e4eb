package io.yici.internal;

import io.yici.inbox.Handled;
import org.jspecify.annotations.Nullable;

/**
 * What came of a message in one transaction.
 *
 * @param handled the end of it; null when it is to be given up
 * @param unfit why it is to be given up, or null
 */
record Met(@Nullable Handled handled, @Nullable String unfit) {
    static Met of(Handled handled) {
        return new Met(handled, null);
    }

    static Met unfit(String reason) {
        return new Met(null, reason);
    }

    /** Whether it stands in the way of no other message. */
    boolean isDuplicate() {
        return handled instanceof Handled.Duplicate;
    }
}
