package io.yici;

import org.jspecify.annotations.Nullable;

/**
 * Makes a write happen once however often it is asked for.
 *
 * <p>The record of an operation and the writes of its work commit in one transaction: there is no instant at which one
 * exists without the other. A repeat gets the first answer, marked as a replay. Everything that cannot be answered is
 * refused with one of the children of {@link IdempotencyException}, each of which says what state things are in.
 *
 * <p>Thread-safe. Calls block: for the work itself, and for a running rival up to {@link OperationSettings#waitsFor()}.
 */
public interface Yici {
    /**
     * Runs the work once for this operation, or gives the recorded answer.
     *
     * @param request what is asked, fingerprinted through the codec; a repeat that asks something else is refused
     * @throws Rejection the recorded business refusal, from this run or an earlier one
     * @throws InProgressException somebody else is running it
     * @throws MismatchException the key was used for another request
     * @throws ExpiredException it was done so long ago that the answer is no longer kept
     * @throws OutcomeUnknownException it cannot be told whether it was done; the same key may safely be sent again
     * @throws StoreUnavailableException the store cannot be reached; nothing was executed
     * @throws X whatever the work throws, unchanged; everything was rolled back and the key is free
     */
    default <T, X extends Exception> Outcome<T> once(
            Operation operation, Object request, Class<T> answer, Work<T, X> work) throws X {
        return once(operation, fingerprint(request), Answer.stored(answer), work);
    }

    /** As {@link #once(Operation, Object, Class, Work)}, with an explicit fingerprint and way of keeping the answer. */
    <T extends @Nullable Object, X extends Exception> Outcome<T> once(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, Work<T, X> work) throws X;

    /** The fingerprint of a request object, by the codec's canonical form. */
    Fingerprint fingerprint(@Nullable Object request);

    /**
     * Tells how an operation stands. Uses a transaction of its own on the primary, and proves {@link Standing#ABSENT}
     * by taking the claim and giving it back.
     *
     * @throws StoreUnavailableException the store cannot be reached or is too busy to tell
     */
    Standing resolve(Operation operation);

    /**
     * Gives up a key, so that the next call under it runs as if it were new. For operators; written to the audit table
     * in the same transaction. The business effect of the first run, if any, is not undone.
     *
     * @param by who decides, at most 255 bytes
     * @param reason why, at most 1000 characters
     * @return how the operation stood before; {@link Standing#ABSENT} when there was nothing to forget
     * @throws InProgressException somebody is running it; nothing was changed
     */
    Standing forget(Operation operation, String by, String reason);
}
