package io.yici.store;

/** How it stands with a message that is kept. Stored in lower case. */
public enum ParkedState {
    /** It failed, or is being tried, and the broker still has it. */
    TRYING,
    /** Given up, until a person decides. */
    PARKED,
    /** Waits behind an earlier one of its lane. */
    BEHIND,
    /** To be run now, by an inbox's worker. */
    RELEASED,
    /** Never stored: what a value is read as that this version does not know. Such a message is left alone. */
    UNREADABLE;

    /** Whether Yici has it, and no longer the broker. */
    public boolean isKept() {
        return this != TRYING;
    }

    /** Whether later ones of its lane wait for it. */
    public boolean leads() {
        return this == PARKED || this == RELEASED;
    }
}
