package io.yici.http.client;

import io.yici.IdempotencyException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call that ended without an answer; its children say whether the server may have acted. */
public abstract sealed class UnansweredException extends IdempotencyException
        permits CallOutcomeUnknownException, CallNotSentException {
    private static final long serialVersionUID = 1L;

    private final transient Call call;
    private final transient List<Attempt> attempts;

    UnansweredException(Call call, List<Attempt> attempts, String found, String remedy, @Nullable Exception cause) {
        super(null, found, remedy, true, cause);
        this.call = call;
        this.attempts = List.copyOf(attempts);
    }

    /** The call, to be sent again under the same key. Null after serialization. */
    public Call call() {
        return call;
    }

    /** Every attempt of this send, in order. Null after serialization. */
    public List<Attempt> attempts() {
        return attempts;
    }
}
