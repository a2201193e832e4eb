package io.yici.internal;

import io.yici.ExpiredException;
import io.yici.InProgressException;
import io.yici.MismatchException;
import io.yici.OperationEvent.Kind;
import io.yici.OutcomeUnknownException;
import io.yici.UnreadableRecordException;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import org.jspecify.annotations.Nullable;

/** Why a record does not answer a call. */
record Verdict(Kind kind, RuntimeException refusal) {

    /** Judges a record for a call; null when it answers. */
    static @Nullable Verdict of(Call<?, ?> call, OperationRecord record) {
        if (record.state() == RecordState.UNREADABLE) {
            return unreadable(call, "The record was written by a newer version, or is damaged.", null);
        }
        if (record.running()) {
            return new Verdict(
                    Kind.IN_PROGRESS,
                    new InProgressException(call.operation(), "It is being executed by another call.", null));
        }
        try {
            if (!call.fingerprint().agreesWith(record.fingerprint())) {
                return new Verdict(
                        Kind.MISMATCH,
                        new MismatchException(
                                call.operation(), "The key was first used for a different request.", null));
            }
        } catch (IllegalArgumentException newer) {
            return unreadable(call, "The record's fingerprint was written by a newer version.", newer);
        }
        if (record.expired()) {
            return new Verdict(
                    Kind.EXPIRED,
                    new ExpiredException(
                            call.operation(), "It was executed before, and its answer is no longer kept.", null));
        }
        if (record.isOpen()) {
            return new Verdict(Kind.UNKNOWN, OutcomeUnknownException.unsettled(call.operation()));
        }
        if (record.state() == RecordState.STARTED) {
            return new Verdict(
                    Kind.UNKNOWN,
                    new OutcomeUnknownException(
                            call.operation(),
                            "It was started and committed without an end: something inside the work committed early"
                                    + " (DDL does).",
                            null));
        }
        return null;
    }

    private static Verdict unreadable(Call<?, ?> call, String found, @Nullable Throwable cause) {
        return new Verdict(Kind.UNREADABLE, new UnreadableRecordException(call.operation(), found, cause));
    }
}
