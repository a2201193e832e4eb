package io.yici.http.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server may or may not have acted: at least one request may have reached it and no answer settles which.
 *
 * <p>The cause is what ended the last attempt; an {@link InterruptedException} when the thread was interrupted, whose
 * flag is then set.
 */
public final class CallOutcomeUnknownException extends UnansweredException {
    private static final long serialVersionUID = 1L;

    CallOutcomeUnknownException(Call call, List<Attempt> attempts, String found, @Nullable Exception cause) {
        super(
                call,
                attempts,
                "The outcome of " + call + " is unknown after " + attempts.size() + " attempt(s): " + found + ".",
                "The same call may safely be sent again under the same key; never send the request under a new key.",
                cause);
    }
}
