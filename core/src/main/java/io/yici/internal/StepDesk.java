package io.yici.internal;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.store.Failure;
import io.yici.store.OperationStore;
import io.yici.store.StepProgress;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredStep;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What everything about calls to other systems shares: the kinds, the store, and its short transactions. */
final class StepDesk {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.external");

    final Engine engine;
    final OperationStore store;
    final Map<String, StepKind<?, ?, ?>> kinds;

    StepDesk(Engine engine, OperationStore store, Map<String, StepKind<?, ?, ?>> kinds) {
        this.engine = engine;
        this.store = store;
        this.kinds = Map.copyOf(kinds);
    }

    /** The kind of an operation's calls. */
    StepKind<?, ?, ?> kind(String operation) {
        StepKind<?, ?, ?> kind = kinds.get(operation);
        if (kind == null) {
            throw new MisuseException(
                    null, "Calls of operation '" + operation + "' are not declared on this node.", null);
        }
        return kind;
    }

    /** Runs a unit in a transaction apart; see {@link Apart#run}. */
    <R extends @Nullable Object> R apart(Function<StoreTransaction, R> unit) {
        return Apart.run(store, unit);
    }

    /** Takes the operation's lock, or has the unit tried again. */
    static void lock(StoreTransaction transaction, StoredStep step) {
        require(transaction.lock(step.id()));
    }

    static void lock(StoreTransaction transaction, Operation operation) {
        require(transaction.lock(operation.id()));
    }

    private static void require(boolean taken) {
        if (!taken) {
            throw new StoreException(Failure.CONFLICT, "another call is settling the same operation", null);
        }
    }

    /**
     * The step as it is now, under the lock of its operation, or null; the unit is tried again while others have it.
     */
    static @Nullable StoredStep locked(StoreTransaction transaction, String key) {
        StoredStep seen = transaction.steps().find(key);
        if (seen == null) {
            return null;
        }
        lock(transaction, seen);
        return transaction.steps().current(key);
    }

    /** Writes what has changed, or has the unit tried again. */
    static StoredStep change(StoreTransaction transaction, StoredStep step, StepProgress progress) {
        if (!transaction.steps().change(step, progress)) {
            throw new StoreException(Failure.CONFLICT, "another call has changed the same step", null);
        }
        return step.changed(progress);
    }

    /** Tells that a step waits for a person: once, as an error, for whoever is on duty. */
    void alarm(StoredStep step, String why) {
        LOG.error(
                "The call {} of {}[{}] to another system waits for an operator: {}",
                step.key(),
                step.operation(),
                step.id().shortHash(),
                why);
        tell(Kind.OPERATORS, step, null);
    }

    void tell(Kind kind, StoredStep step, @Nullable Throwable cause) {
        engine.events.tell(new OperationEvent(kind, step.operation(), step.id().shortHash(), Duration.ZERO, cause));
    }
}
