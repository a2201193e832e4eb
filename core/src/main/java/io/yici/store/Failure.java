package io.yici.store;

/** What an error means for the transaction in which it happened. */
public enum Failure {
    /**
     * Rolled back, or to be rolled back, by a conflict (serialization failure, deadlock, busy): the unit may run again.
     */
    CONFLICT,
    /** The server itself answered that it did not commit (for instance a constraint violated at commit). */
    REFUSED,
    /** The transaction cannot go on after an earlier error. */
    ABORTED,
    /** The connection or the server is gone, or none could be had; during a commit this means unknown. */
    UNREACHABLE,
    /** A table or column of the record is missing. */
    SCHEMA,
    /** Anything else; during a commit this means unknown. */
    OTHER;
}
