package io.yici.external;

/** What came of a piece of evidence. */
public enum Settled {
    /** It was applied, and what it says is committed, or commits with the caller's transaction. */
    APPLIED,
    /** The same had been applied before; nothing was changed. */
    ALREADY,
    /**
     * The opposite had been applied before, or was known and could not be applied so far. Nothing was rewritten; the
     * step went to the operators' queue, once, with an alarm.
     */
    CONTRADICTS,
    /** No step has this key: forged, of another system, or not committed yet. Answer so that it is sent again. */
    UNKNOWN_KEY,
    /** It decides nothing ({@link Evidence.Absent}, {@link Evidence.Undecided}); nothing was changed. */
    UNDECIDED
}
