package io.yici.store;

/**
 * The state of a stored operation. Stored in lower case; a value this version does not know makes a record unreadable.
 */
public enum RecordState {
    /**
     * Claimed. Visible to others only when the work leaves the database, or when something committed inside the work.
     */
    STARTED,
    /** Done, with or without an answer. */
    FINISHED,
    /** Refused by the business. */
    REJECTED,
    /** Started long ago, and nobody knows how it ended. */
    UNRESOLVED,
    /** Identity and fingerprint only; refuses. */
    TOMBSTONE,
    /** Never stored: what a record is read as whose state or format this version does not know. */
    UNREADABLE
}
