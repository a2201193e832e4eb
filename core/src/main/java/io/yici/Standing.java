package io.yici;

/** How an operation stands, as far as the store can prove it. */
public enum Standing {
    /** Nothing is recorded and nobody is running it: proved by taking the claim and giving it back. */
    ABSENT,
    /** Somebody is running it now. */
    IN_PROGRESS,
    /** Done and committed; a repeat gets its answer. */
    FINISHED,
    /** Refused by the business, and recorded; a repeat gets the same refusal. */
    REJECTED,
    /** Started and committed without an end: what happened is not known yet. */
    UNRESOLVED,
    /** Done long ago; the answer is no longer kept, and a repeat is still refused. */
    EXPIRED
}
