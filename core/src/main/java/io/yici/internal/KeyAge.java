package io.yici.internal;

import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.StaleKeyException;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keys that carry their time (UUIDv7, RFC 9562 §5.7): where an operation opted in, one that is older than the window
 * and has no record is refused. Compared with the database's clock only.
 */
final class KeyAge {
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}");

    private KeyAge() {}

    /** Whether this call's key must be judged by its time; refuses a key that carries none. */
    static boolean matters(Call<?, ?> call) {
        if (call.settings().unseenKeysWithin() == null) {
            return false;
        }
        Operation operation = call.operation();
        if (!UUID_TEXT.matcher(operation.key()).matches()) {
            throw new InvalidOperationException("the key of operation '" + operation.name()
                    + "' must be a UUIDv7, because this operation refuses old unseen keys; nothing was executed");
        }
        return true;
    }

    /** The refusal of a key that has no record, or null when it is young enough; {@code now} is the database's. */
    static @Nullable RuntimeException refusal(Call<?, ?> call, long now) {
        Duration window = call.settings().unseenKeysWithin();
        long minted = UUID.fromString(call.operation().key()).getMostSignificantBits() >>> 16;
        if (window != null && minted < now - window.toMillis()) {
            return new StaleKeyException(
                    call.operation(), "The key is older than " + window + " and was never seen.", null);
        }
        if (minted > now + call.settings().allowedFuture().toMillis()) {
            return new InvalidOperationException("the key of operation '"
                    + call.operation().name() + "' carries a time more than "
                    + call.settings().allowedFuture() + " in the future; nothing was executed");
        }
        return null;
    }
}
