package io.yici.store;

import io.yici.Operation;
import io.yici.OperationId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls to other systems, within one transaction. Whoever changes one holds its operation's lock
 * ({@link StoreTransaction#lock}). Every method may throw {@link StoreException}.
 */
public interface StepRows {
    /** Stores one that is to be made. */
    void insert(NewStep step);

    /** The highest generation an operation has, 0 when it has none. */
    int generations(OperationId id);

    /** The one with this key, as the transaction sees it. */
    @Nullable StoredStep find(String key);

    /** The one with this key as it is committed now; under the operation's lock. */
    @Nullable StoredStep current(String key);

    /** The one with the highest generation, as the transaction sees it. */
    @Nullable StoredStep latest(OperationId id);

    /** Whether the operation has one that has not ended. */
    boolean hasOpen(OperationId id);

    /** The operation of one that has not ended, without its scope, which is not kept; null when its record is gone. */
    @Nullable Operation operation(StoredStep step);

    /**
     * Writes what has changed, only when nobody else has changed it since it was read. One that has ended loses its
     * input.
     *
     * @return false when somebody has
     */
    boolean change(StoredStep seen, StepProgress progress);

    /** Those that the settler should take up now, of these operations, the most overdue first; not locked. */
    List<StoredStep> due(Collection<String> operations, int limit);

    /** The operations of those that the settler should take up now. */
    Set<String> dueOperations();

    /** Those that wait for a person, the oldest first. */
    List<StoredStep> waiting(int limit);

    /** Writes down what a person did to one. */
    void audit(StoredStep step, String action, String by, String reason);
}
