package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.RecordState;
import io.yici.store.StoreTransaction;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;

/** Records as tests write them. */
final class Records {
    static final Completion DONE =
            new Completion(RecordState.FINISHED, "answer".getBytes(StandardCharsets.UTF_8), "text/plain");
    static final long ANSWERS = 60_000;
    static final long REFUSES = 600_000;

    private Records() {}

    static NewRecord fresh() {
        return of(
                Operation.named("store.test").by("tester").key(UUID.randomUUID().toString()));
    }

    /** One whose row lies behind that of another. */
    static NewRecord freshAfter(NewRecord other) {
        NewRecord record = fresh();
        while (record.id().toString().compareTo(other.id().toString()) <= 0) {
            record = fresh();
        }
        return record;
    }

    static NewRecord of(Operation operation) {
        String attempt = UUID.randomUUID().toString().replace("-", "");
        return new NewRecord(operation, Fingerprint.of("x").stored(), attempt, null, ANSWERS, REFUSES);
    }

    static NewRecord again(NewRecord record) {
        return of(record.operation());
    }

    static NewRecord finished(OperationStore store, NewRecord record) {
        within(store, transaction -> {
            assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
            return transaction.finish(record.id(), record.attempt(), DONE);
        });
        return record;
    }

    static Claim tried(OperationStore store, NewRecord record) {
        StoreTransaction transaction = store.begin();
        try {
            return transaction.claim(record);
        } finally {
            transaction.rollback();
        }
    }

    /** One transaction, committed when {@code steps} says true. */
    static void within(OperationStore store, Function<StoreTransaction, Boolean> steps) {
        StoreTransaction transaction = store.begin();
        boolean commit = false;
        try {
            commit = steps.apply(transaction);
        } finally {
            if (commit) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }
}
