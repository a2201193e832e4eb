package io.yici;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an operation, for metrics and logs. Carries no key and no content.
 *
 * @param kind what happened; a closed set, fit for a metric tag
 * @param operation the declared name; the only other value fit for a tag
 * @param shortHash first digits of the identity, for logs only; empty where there is none
 * @param elapsed since the call entered
 * @param cause what went wrong, where something did
 */
public record OperationEvent(
        Kind kind,
        String operation,
        String shortHash,
        Duration elapsed,
        @Nullable Throwable cause) {
    /** What happened. */
    public enum Kind {
        /** The work was done and committed by this call. */
        EXECUTED,
        /** The work was done and committed, and by declaration nothing recorded. */
        UNRECORDED,
        /** A recorded answer was given again. */
        REPLAYED,
        /** The business refused, and that was recorded by this call. */
        REJECTED,
        /** The work threw; everything was rolled back. */
        FAILED,
        /** Refused: somebody else is running it. */
        IN_PROGRESS,
        /** Refused: the key was used for another request. */
        MISMATCH,
        /** Refused: the answer is no longer kept. */
        EXPIRED,
        /** Refused: the key is older than allowed and was never seen. */
        STALE_KEY,
        /** Refused: the key is no token of this caller for this operation. */
        TOKEN_REFUSED,
        /** Refused: the token is past its time, and nothing is recorded under it. */
        TOKEN_EXPIRED,
        /** The entry guard, or the marks of tokens, could not be reached; the call was refused or passed on. */
        GUARD_UNAVAILABLE,
        /** It is not known whether the work was committed. */
        UNKNOWN,
        /** The answer was recorded by reference and can no longer be rebuilt. */
        NOT_KEPT,
        /** The record cannot be read by this version. */
        UNREADABLE,
        /** The store could not be reached or was busy; nothing was executed. */
        STORE_ERROR,
        /** The transaction was gone before the end; nothing was committed. */
        LOST,
        /** The unit was rolled back by a conflict and is run again. */
        RETRIED,
        /** Observe mode: the work ran although it would have been replayed. */
        WOULD_REPLAY,
        /** Observe mode: the work ran although it would have been refused. */
        WOULD_REFUSE,
        /** Observe mode: guarding failed, and the work ran unharmed. */
        OBSERVE_FAILED,
        /** A request without a key ran unguarded, where that is allowed. */
        UNGUARDED,
        /** A call to another system was settled after all: by a query, a late response, a callback or a person. */
        SETTLED,
        /** A call to another system could not be settled and waits for a person. An alarm. */
        OPERATORS,
        /** A message was parked: it failed too often, or can never be handled. An alarm. */
        PARKED,
        /** A message that carries an older version than was applied was passed over. */
        OUTDATED,
        /** An operator gave up the key. */
        FORGOTTEN
    }
}
