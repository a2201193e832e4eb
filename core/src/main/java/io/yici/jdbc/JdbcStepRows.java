package io.yici.jdbc;

import io.yici.Operation;
import io.yici.OperationId;
import io.yici.store.NewStep;
import io.yici.store.StepProgress;
import io.yici.store.StepRows;
import io.yici.store.StoredStep;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of calls to other systems on one JDBC transaction. */
final class JdbcStepRows implements StepRows {
    private final JdbcStoreTransaction transaction;
    private final Tables tables;

    JdbcStepRows(JdbcStoreTransaction transaction, Tables tables) {
        this.transaction = transaction;
        this.tables = tables;
    }

    @Override
    public void insert(NewStep step) {
        transaction.step("intent", () -> {
            tables.steps().insert(connection(), step);
            return true;
        });
    }

    @Override
    public int generations(OperationId id) {
        return transaction.step("look at the calls", () -> tables.steps().generations(connection(), id));
    }

    @Override
    public @Nullable StoredStep find(String key) {
        return transaction.look("look at a call", () -> tables.steps().find(connection(), key));
    }

    @Override
    public @Nullable StoredStep current(String key) {
        return transaction.look("look at a call", () -> tables.steps().current(connection(), key));
    }

    @Override
    public @Nullable StoredStep latest(OperationId id) {
        return transaction.look("look at a call", () -> tables.steps().latest(connection(), id));
    }

    @Override
    public boolean hasOpen(OperationId id) {
        return transaction.step("look at the calls", () -> tables.steps().hasOpen(connection(), id));
    }

    @Override
    public @Nullable Operation operation(StoredStep step) {
        return transaction.look("look at a record", () -> tables.open().operation(connection(), step.id()));
    }

    @Override
    public boolean change(StoredStep seen, StepProgress progress) {
        return transaction.step("change of a call", () -> tables.steps().change(connection(), seen, progress));
    }

    @Override
    public List<StoredStep> due(Collection<String> operations, int limit) {
        return transaction.step("look at the calls", () -> tables.steps().due(connection(), operations, limit));
    }

    @Override
    public Set<String> dueOperations() {
        return transaction.step("look at the calls", () -> tables.steps().dueOperations(connection()));
    }

    @Override
    public List<StoredStep> waiting(int limit) {
        return transaction.step("look at the calls", () -> tables.steps().waiting(connection(), limit));
    }

    @Override
    public void audit(StoredStep step, String action, String by, String reason) {
        transaction.step("audit", () -> {
            tables.records()
                    .audit(
                            connection(),
                            action,
                            step.operation(),
                            step.id(),
                            StepTable.stored(step.state()),
                            by,
                            reason);
            return true;
        });
    }

    private Connection connection() {
        return transaction.connection();
    }
}
