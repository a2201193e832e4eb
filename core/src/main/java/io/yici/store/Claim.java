package io.yici.store;

/** What came of trying to take an operation for execution. */
public sealed interface Claim {
    /** The record is inserted, uncommitted: this execution owns the operation until its transaction ends. */
    record Claimed() implements Claim {}

    /** A record is there that was not written by this claim. */
    record Recorded(OperationRecord record) implements Claim {}

    /** Somebody else holds an uncommitted claim. */
    record InFlight() implements Claim {}

    /** The database could not take the claim in time, which says nothing about a rival. */
    record Busy(String reason) implements Claim {}
}
