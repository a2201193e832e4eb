package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.external.SettlerRound;
import io.yici.store.OperationRecord;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredStep;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Goes on with the calls that nobody is at, each under a lease of its own: any number of nodes may do so. */
final class DueSteps {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.external");

    private final StepDesk desk;
    private final Set<String> strangers = new HashSet<>();

    DueSteps(StepDesk desk) {
        this.desk = desk;
    }

    /** One round over at most so many; blocks for each of their exchanges in turn. */
    SettlerRound round(Collection<String> operations, int batch) {
        if (desk.store.threadIsBound()) {
            throw new MisuseException(null, "The settler was run inside a transaction.", null);
        }
        List<StoredStep> due;
        try {
            due = desk.apart(transaction -> transaction.steps().due(operations, batch));
            warnOfStrangers();
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        }
        SettlerRound sum = SettlerRound.nothing();
        for (StoredStep step : due) {
            if (Thread.currentThread().isInterrupted()) {
                return sum;
            }
            sum = sum.plus(one(step));
        }
        return sum;
    }

    /** Calls of a version that this node does not know are left to the nodes that do; said once. */
    private synchronized void warnOfStrangers() {
        for (String operation : desk.apart(transaction -> transaction.steps().dueOperations())) {
            if (!desk.kinds.containsKey(operation) && strangers.add(operation)) {
                LOG.warn(
                        "Calls of operation '{}' are due, which is not declared on this node; they are left to others",
                        operation);
            }
        }
    }

    private SettlerRound one(StoredStep step) {
        try {
            return take(desk.kind(step.operation()), step);
        } catch (RuntimeException | Error failed) { // one call that breaks does not keep the others waiting
            LOG.warn("The call {} of '{}' could not be taken up now", step.key(), step.operation(), failed);
            return SettlerRound.of(0, 0, 0, 1);
        }
    }

    private <T extends @Nullable Object> SettlerRound take(StepKind<?, ?, T> kind, StoredStep step) {
        String attempt = desk.engine.attempts.get();
        TakenUp taken = desk.apart(transaction -> takeUp(transaction, kind, step, attempt));
        if (taken.givenUp() != null) {
            desk.alarm(step, taken.givenUp());
            return SettlerRound.of(0, 0, 1, 0);
        }
        if (taken.step() == null || taken.operation() == null) {
            return SettlerRound.nothing();
        }
        Call<T, RuntimeException> call = kind.call(taken.operation(), Fingerprint.unchecked());
        StepEnd<T> end = new StepAttempt<>(desk, kind, call, attempt).go(taken.step());
        if (end instanceof StepEnd.Ended) {
            desk.tell(Kind.SETTLED, step, null);
            return SettlerRound.of(1, 0, 0, 0);
        }
        if (end instanceof StepEnd.Open<T> open) {
            if (open.cause() != null) {
                LOG.debug(
                        "The call {} of '{}' is still open: {}",
                        step.key(),
                        step.operation(),
                        open.why(),
                        open.cause());
            }
            return open.forOperators() ? SettlerRound.of(0, 0, 1, 0) : SettlerRound.of(0, 1, 0, 0);
        }
        return SettlerRound.nothing();
    }

    /**
     * What was taken up.
     *
     * @param givenUp why it was left to a person instead, or null
     */
    private record TakenUp(
            @Nullable StoredStep step,
            @Nullable Operation operation,
            @Nullable String givenUp) {
        private static final TakenUp NOTHING = new TakenUp(null, null, null);
    }

    private TakenUp takeUp(StoreTransaction transaction, StepKind<?, ?, ?> kind, StoredStep due, String attempt) {
        StepTakeOver.Taken taken = new StepTakeOver(attempt, kind.leaseMillis(), 1).of(transaction, due.id());
        if (taken instanceof StepTakeOver.Yes yes) {
            return yes.step().progress().tries() > kind.settings().tries()
                    ? givenUp(transaction, yes.step(), attempt)
                    : new TakenUp(yes.step(), transaction.steps().operation(yes.step()), null);
        }
        StoredStep now = transaction.steps().current(due.key());
        if (now == null || !now.progress().isDue(now.readAt())) {
            return TakenUp.NOTHING;
        }
        OperationRecord record = taken instanceof StepTakeOver.No no ? no.record() : null;
        if (record != null && record.running()) {
            StepDesk.change(
                    transaction,
                    now,
                    now.progress().later(record.leaseUntil(), now.progress().reason()));
            return TakenUp.NOTHING;
        }
        if (record != null && record.isOpen() && !now.key().equals(due.key())) {
            return TakenUp.NOTHING;
        }
        return forOperators(transaction, now, "its record was ended or removed by other means");
    }

    /** One whose tries end neither with an answer nor by themselves, for instance since each kills its process. */
    private static TakenUp givenUp(StoreTransaction transaction, StoredStep step, String attempt) {
        transaction.leaveUnresolved(step.id(), attempt);
        String before = step.progress().reason();
        return forOperators(
                transaction,
                step,
                "all of its tries have been in vain" + (before == null ? "" : ", lately: " + before));
    }

    private static TakenUp forOperators(StoreTransaction transaction, StoredStep step, String why) {
        StepDesk.change(transaction, step, step.progress().forOperators(why));
        return new TakenUp(null, null, why);
    }
}
