package io.yici.state;

import org.jspecify.annotations.Nullable;

/**
 * How a locked row stands; true until the transaction ends or moves it.
 *
 * @param state the state it is in
 * @param version its version
 * @param movedBy who moved it there; null when that is not kept, or nobody said
 */
public record Current<S extends Enum<S>>(
        S state, long version, @Nullable String movedBy) {}
