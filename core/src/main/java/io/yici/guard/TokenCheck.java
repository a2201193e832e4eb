package io.yici.guard;

import java.time.Instant;

/** What a text is that was given as a token of a caller for an operation. */
public sealed interface TokenCheck {
    /** Authentic and within its time. */
    record Valid(Instant issuedAt, Instant expiresAt) implements TokenCheck {}

    /** Authentic, and past its time: good for the answer of an earlier use, not for a run. */
    record Expired(Instant issuedAt, Instant expiresAt) implements TokenCheck {}

    /** No token of this caller for this operation. */
    record Refused(Reason reason) implements TokenCheck {}

    /** Why a text is no token of this caller for this operation. */
    enum Reason {
        /** It has not the form of a token. */
        MALFORMED,
        /** It names a secret that is not known here, for instance one that was withdrawn. */
        SECRET_UNKNOWN,
        /** The signature does not fit: changed, forged, or issued to another caller or for another operation. */
        NOT_YOURS,
        /** It was issued further in the future than clocks may differ. */
        FROM_THE_FUTURE
    }
}
