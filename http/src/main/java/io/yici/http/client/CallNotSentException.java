package io.yici.http.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * No attempt got as far as the server, or all that did were refused before any work (425, 429), so nothing was done.
 *
 * <p>The cause is what ended the last attempt; an {@link InterruptedException} when the thread was interrupted, whose
 * flag is then set.
 */
public final class CallNotSentException extends UnansweredException {
    private static final long serialVersionUID = 1L;

    CallNotSentException(Call call, List<Attempt> attempts, String found, @Nullable Exception cause) {
        super(
                call,
                attempts,
                "Nothing of " + call + " was done: " + found + ".",
                "Send the same call again, or drop it.",
                cause);
    }
}
