package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.MessageRows;
import io.yici.store.NewParked;
import io.yici.store.NewRecord;
import io.yici.store.ParkedMark;
import io.yici.store.ParkedProgress;
import io.yici.store.StoredParked;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an inbox needs of one JDBC transaction. */
final class JdbcMessageRows implements MessageRows {
    private static final String LOOK = "look at the parked messages";

    private final JdbcStoreTransaction transaction;
    private final Tables tables;

    JdbcMessageRows(JdbcStoreTransaction transaction, Tables tables) {
        this.transaction = transaction;
        this.tables = tables;
    }

    @Override
    public List<Claim> claimFinished(List<NewRecord> records, Completion completion, long waitMillis) {
        return transaction.step("claim", () -> tables.finished().claim(connection(), records, completion, waitMillis));
    }

    @Override
    public boolean holds(OperationId id, String attempt) {
        return transaction.step("look at the claim", () -> tables.finished().holds(connection(), id, attempt));
    }

    @Override
    public void withdraw(Collection<OperationId> ids, String attempt) {
        transaction.step("withdrawal", () -> {
            tables.finished().withdraw(connection(), ids, attempt);
            return true;
        });
    }

    @Override
    public boolean advance(
            byte[] aggregateId, String operation, String aggregate, long version, String token, long keepMillis) {
        return transaction.step(
                "version",
                () -> tables.versions()
                        .advance(connection(), aggregateId, operation, aggregate, version, token, keepMillis));
    }

    @Override
    public boolean anyParked(String operation, String caller) {
        return transaction.step(LOOK, () -> tables.parked().any(connection(), operation, caller));
    }

    @Override
    public List<ParkedMark> parkedIn(Collection<byte[]> lanes) {
        return transaction.step(LOOK, () -> tables.parked().inLanes(connection(), lanes));
    }

    @Override
    public void park(NewParked message) {
        transaction.step("parking", () -> {
            tables.parked().insert(connection(), message);
            return true;
        });
    }

    @Override
    public boolean isParkedTaken(byte[] id) {
        return transaction.step(LOOK, () -> tables.parked().isTaken(connection(), id));
    }

    @Override
    public @Nullable StoredParked lockParked(byte[] id) {
        return transaction.look(LOOK, () -> tables.parked().lock(connection(), id));
    }

    @Override
    public @Nullable StoredParked findParked(byte[] id) {
        return transaction.look(LOOK, () -> tables.parked().find(connection(), id));
    }

    @Override
    public boolean changeParked(StoredParked seen, ParkedProgress progress, long delayMillis, boolean tried) {
        return transaction.step(
                "change of a parked message",
                () -> tables.parked().change(connection(), seen, progress, delayMillis, tried));
    }

    @Override
    public boolean removeParked(long entry) {
        return transaction.step(
                "removal of a parked message", () -> tables.parked().remove(connection(), entry));
    }

    @Override
    public void promote(byte[] lane) {
        transaction.step("release of a parked message", () -> {
            tables.parked().promote(connection(), lane);
            return true;
        });
    }

    @Override
    public void promoteOrphans(String operation, String caller) {
        transaction.step("release of parked messages", () -> {
            for (byte[] lane : tables.parked().orphans(connection(), operation, caller)) {
                tables.parked().promote(connection(), lane);
            }
            return true;
        });
    }

    @Override
    public List<StoredParked> released(String operation, String caller, int limit) {
        return transaction.step(LOOK, () -> tables.parked().released(connection(), operation, caller, limit));
    }

    @Override
    public List<StoredParked> kept(String operation, String caller, int limit) {
        return transaction.step(LOOK, () -> tables.parked().kept(connection(), operation, caller, limit));
    }

    @Override
    public long waitingBehind(StoredParked kept) {
        return kept.state().leads()
                ? transaction.step(LOOK, () -> tables.parked().behind(connection(), kept))
                : 0;
    }

    @Override
    public void audit(StoredParked message, String action, String by, String reason) {
        OperationId record = message.record();
        transaction.step("audit", () -> {
            tables.records()
                    .audit(
                            connection(),
                            action,
                            message.operation(),
                            record == null ? OperationId.ofBytes(message.id()) : record,
                            ParkedTable.stored(message.state()),
                            by,
                            reason);
            return true;
        });
    }

    private Connection connection() {
        return transaction.connection();
    }
}
