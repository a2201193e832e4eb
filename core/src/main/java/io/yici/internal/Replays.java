package io.yici.internal;

import io.yici.Answer;
import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.store.CodecException;
import io.yici.store.OperationRecord;
import org.jspecify.annotations.Nullable;

/** Answers a call from a record that is already there: the first answer again, or the refusal that fits. */
final class Replays {
    private final AnswerFormat format;
    private final Refusals refusals;
    private final Events events;

    Replays(AnswerFormat format, Refusals refusals, Events events) {
        this.format = format;
        this.refusals = refusals;
        this.events = events;
    }

    /** Gives the recorded answer, or throws the recorded rejection or the refusal that fits. */
    <T extends @Nullable Object> Outcome<T> answer(Call<T, ?> call, OperationRecord record) {
        Verdict verdict = Verdict.of(call, record);
        if (verdict != null) {
            throw refusals.told(verdict.kind(), call, verdict.refusal());
        }
        if (RejectionFormat.holds(record)) {
            throw rejection(call, record);
        }
        Answer.Reference<T> reference = call.answer().reference();
        Outcome<T> outcome = reference == null ? stored(call, record) : rebuilt(call, record, reference);
        events.tell(Kind.REPLAYED, call, null);
        return outcome;
    }

    private RuntimeException rejection(Call<?, ?> call, OperationRecord record) {
        try {
            return refusals.told(Kind.REPLAYED, call, RejectionFormat.decode(record));
        } catch (CodecException unreadable) {
            return refusals.unreadable(call, unreadable);
        }
    }

    private <T extends @Nullable Object> Outcome<T> stored(Call<T, ?> call, OperationRecord record) {
        try {
            return new Outcome<>(format.value(call.answer(), record), Outcome.Kind.REPLAYED);
        } catch (CodecException unreadable) {
            throw refusals.unreadable(call, unreadable);
        }
    }

    private <T extends @Nullable Object> Outcome<T> rebuilt(
            Call<T, ?> call, OperationRecord record, Answer.Reference<T> reference) {
        String named;
        try {
            named = AnswerFormat.reference(record);
        } catch (CodecException unreadable) {
            throw refusals.unreadable(call, unreadable);
        }
        T value = reference.rebuild().apply(named);
        if (value == null) {
            throw refusals.notKept(call);
        }
        return new Outcome<>(value, Outcome.Kind.REBUILT);
    }
}
