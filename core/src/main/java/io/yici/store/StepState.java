package io.yici.store;

/** How far a call to another system is. Stored in lower case. */
public enum StepState {
    /** To be made; nothing has left the database. */
    INTENDED,
    /** Stamped as called: whatever happened next, it may have arrived. */
    CALLED,
    /** It was done there, and that was applied. */
    DONE,
    /** It was definitively not done there, and that was applied. */
    FAILED,
    /** Waits for a person. */
    OPERATORS,
    /** Never stored: what a value is read as that this version does not know. Such a step is left alone. */
    UNREADABLE;

    /** Whether the settler takes it up. */
    public boolean isOpen() {
        return this == INTENDED || this == CALLED;
    }
}
