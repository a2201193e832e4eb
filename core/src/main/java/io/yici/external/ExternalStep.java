package io.yici.external;

import io.yici.Answer;
import org.jspecify.annotations.Nullable;

/**
 * One kind of call to another system, such as a charge at a payment gateway, declared at start on every node under the
 * name of its operation. The engine decides when each method is called; none of them decides about time or retries.
 * Implementations are thread-safe.
 *
 * @param <I> what is asked there; stored, so that a node that knows nothing of the first call can go on
 * @param <R> what is answered there; stored only until it has been applied
 * @param <T> the answer of the operation
 */
public interface ExternalStep<I extends @Nullable Object, R extends @Nullable Object, T extends @Nullable Object> {
    /** The name of the operations whose calls these are. */
    String operation();

    /** The type the input is stored as. */
    Class<I> inputType();

    /** The type the other side's result is stored as. */
    Class<R> resultType();

    /** How the answer of the operation is kept. */
    Answer<T> answer();

    /** Time-outs, lease, and what the other side promises. */
    default StepSettings settings() {
        return StepSettings.defaults();
    }

    /**
     * Makes the call, outside of every transaction, with {@link StepCall#key()} as its idempotency key.
     *
     * @return what the response proves; {@link Evidence.Failed} only when it proves that the call has no effect and
     *     never will have
     * @throws CallNotSentException nothing has left this process; the call is made later
     * @throws Exception anything else means unknown, and is found out by {@link #query}
     */
    Evidence<R> call(I input, StepCall call) throws Exception;

    /**
     * Asks the other side what became of the call with this key, without any effect there. An exception counts as
     * {@link Evidence.Undecided}.
     */
    Evidence<R> query(I input, StepCall call) throws Exception;

    /**
     * Writes the business result of a success, inside the transaction that ends the operation's record. An exception
     * rolls both back and is tried again later with the same result; it may therefore run more than once, and commits
     * once.
     */
    Conclusion<T> succeeded(I input, R result);

    /** The same for a definitive failure; it may also ask for another call, under the next key. */
    Conclusion<T> failed(I input, String reason);
}
