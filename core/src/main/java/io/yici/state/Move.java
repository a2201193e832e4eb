package io.yici.state;

import org.jspecify.annotations.Nullable;

/**
 * What came of asking a row to move. Only {@link Moved} changed anything; like every change, it is true for others once
 * the transaction commits.
 */
public sealed interface Move<S extends Enum<S>> {
    /** The state that was asked for. */
    S target();

    /** Whether this call moved the row. */
    default boolean moved() {
        return this instanceof Moved;
    }

    /** Whether the row is in the target state by the operation that asks, now or by an earlier call of it. */
    default boolean byThisOperation() {
        return moved() || this instanceof AlreadyThere<S> there && there.byThis();
    }

    /**
     * The row was in one of the states that allow it and is now in the target state.
     *
     * @param version the version it has now
     */
    record Moved<S extends Enum<S>>(S target, long version) implements Move<S> {}

    /**
     * The row was in the target state before.
     *
     * @param version its version
     * @param who moved it there; null when the machine keeps no {@code movedBy} column, or nobody said
     * @param byThis whether that was the operation that asks now; false where it is not known
     */
    record AlreadyThere<S extends Enum<S>>(
            S target, long version, @Nullable String who, boolean byThis) implements Move<S> {}

    /**
     * The row is in a state from which this move is not allowed.
     *
     * @param current the state it is in
     * @param version its version
     * @param who moved it there, as in {@link AlreadyThere}
     */
    record Refused<S extends Enum<S>>(
            S target, S current, long version, @Nullable String who) implements Move<S> {}

    /**
     * The state allows the move, but the row has changed since the version that was asked for.
     *
     * @param current the state it is in
     * @param version the version it has, which is not the one asked for
     */
    record Stale<S extends Enum<S>>(S target, S current, long version) implements Move<S> {}

    /** There is no row with this key. */
    record Missing<S extends Enum<S>>(S target) implements Move<S> {}
}
