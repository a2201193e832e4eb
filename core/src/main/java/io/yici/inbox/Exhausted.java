package io.yici.inbox;

/** Where a message goes whose tries are used up, or that can never be handled. */
public enum Exhausted {
    /** Into Yici's own table, where later ones of its ordering key wait behind it. */
    PARK,
    /** To the broker's own dead-letter place; later ones of its ordering key go on. */
    DEAD_LETTER
}
