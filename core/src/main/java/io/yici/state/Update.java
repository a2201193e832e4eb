package io.yici.state;

/** What came of a change by version. Only {@link Updated} changed anything. */
public sealed interface Update {
    /** Whether this call changed the row. */
    default boolean updated() {
        return this instanceof Updated;
    }

    /**
     * The row had the expected version and is changed.
     *
     * @param version the version it has now
     */
    record Updated(long version) implements Update {}

    /**
     * Somebody else changed the row since: read it again, and decide again. Never a success, not even of an earlier try
     * of the same caller.
     *
     * @param version the version it has, which is not the one expected
     */
    record Stale(long version) implements Update {}

    /** There is no row with this key. */
    record Missing() implements Update {}
}
