package io.yici.inbox;

/** What becomes of a copy that comes when the record of the first one no longer answers. Counted either way. */
public enum LatePolicy {
    /** It is a duplicate like any other: acknowledged, nothing done. */
    DROP,
    /** It is parked, for a person to look at. */
    PARK
}
