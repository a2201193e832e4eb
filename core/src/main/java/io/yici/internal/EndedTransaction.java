package io.yici.internal;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.MessageRows;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.OutboxRows;
import io.yici.store.StepRows;
import io.yici.store.StoreTransaction;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that is ended for certain when its block is left: whatever is thrown on the way, an error of the
 * virtual machine or of a listener included, nothing stays open on the thread for the next call to join by mistake.
 */
final class EndedTransaction implements StoreTransaction, AutoCloseable {
    private final StoreTransaction transaction;
    private boolean ended;

    EndedTransaction(StoreTransaction transaction) {
        this.transaction = transaction;
    }

    /** The store's own transaction, for the work. */
    StoreTransaction inner() {
        return transaction;
    }

    @Override
    public boolean joined() {
        return transaction.joined();
    }

    @Override
    public Claim claim(NewRecord record) {
        return transaction.claim(record);
    }

    @Override
    public boolean finish(OperationId id, String attempt, Completion completion) {
        return transaction.finish(id, attempt, completion);
    }

    @Override
    public boolean withdraw(OperationId id, String attempt) {
        return transaction.withdraw(id, attempt);
    }

    @Override
    public boolean leaveUnresolved(OperationId id, String attempt) {
        return transaction.leaveUnresolved(id, attempt);
    }

    @Override
    public Claim forget(NewRecord probe, String by, String reason) {
        return transaction.forget(probe, by, reason);
    }

    @Override
    public boolean lock(OperationId id) {
        return transaction.lock(id);
    }

    @Override
    public @Nullable OperationRecord current(OperationId id) {
        return transaction.current(id);
    }

    @Override
    public boolean retake(OperationId id, String seenAttempt, String attempt, long leaseMillis) {
        return transaction.retake(id, seenAttempt, attempt, leaseMillis);
    }

    @Override
    public boolean extend(OperationId id, String attempt, long leaseMillis) {
        return transaction.extend(id, attempt, leaseMillis);
    }

    @Override
    public boolean conclude(OperationId id, Completion completion) {
        return transaction.conclude(id, completion);
    }

    @Override
    public boolean reopen(OperationId id) {
        return transaction.reopen(id);
    }

    @Override
    public StepRows steps() {
        return transaction.steps();
    }

    @Override
    public OutboxRows outbox() {
        return transaction.outbox();
    }

    @Override
    public void afterEnd(Runnable action) {
        transaction.afterEnd(action);
    }

    @Override
    public MessageRows messages() {
        return transaction.messages();
    }

    @Override
    public long now() {
        return transaction.now();
    }

    @Override
    public void flush() {
        transaction.flush();
    }

    @Override
    public void commit() {
        ended = true;
        transaction.commit();
    }

    @Override
    public boolean rollback() {
        ended = true;
        return transaction.rollback();
    }

    @Override
    public boolean shielded(Step step) {
        return transaction.shielded(step);
    }

    /** Rolls back unless it was ended. */
    @Override
    public void close() {
        if (!ended) {
            rollback();
        }
    }
}
