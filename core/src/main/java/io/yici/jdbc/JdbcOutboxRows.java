package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.DueShard;
import io.yici.store.MessageFailure;
import io.yici.store.NewMessage;
import io.yici.store.OutboxMessage;
import io.yici.store.OutboxRows;
import io.yici.store.Shard;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outbox on one JDBC transaction. */
final class JdbcOutboxRows implements OutboxRows {
    private static final String LOOK = "look at the outbox";
    private static final String CHANGE = "change of a message";

    private final JdbcStoreTransaction transaction;
    private final OutboxTable messages;
    private final ShardTable shards;
    private final Tables tables;

    JdbcOutboxRows(JdbcStoreTransaction transaction, Tables tables) {
        this.transaction = transaction;
        this.tables = tables;
        this.messages = tables.outbox();
        this.shards = tables.shards();
    }

    @Override
    public boolean insert(NewMessage message) {
        return transaction.step("publishing", () -> messages.insert(connection(), message));
    }

    @Override
    public @Nullable OutboxMessage find(String messageId) {
        return transaction.look(LOOK, () -> messages.find(connection(), messageId));
    }

    @Override
    public void prepare() {
        run("preparation of the outbox", () -> {
            for (int shard = 0; shard < SHARDS; shard++) {
                if (!shards.exists(connection(), shard)) {
                    shards.insert(connection(), shard);
                }
            }
        });
    }

    @Override
    public List<DueShard> due() {
        return transaction.step(LOOK, () -> shards.due(connection()));
    }

    @Override
    public @Nullable Shard take(int shard, String claim, long leaseMillis) {
        return transaction.look("claim", () -> shards.take(connection(), shard, claim, leaseMillis));
    }

    @Override
    public boolean renew(Shard held, String claim, long leaseMillis, long mark) {
        return transaction.step("lease", () -> shards.renew(connection(), held, claim, leaseMillis, mark));
    }

    @Override
    public @Nullable Shard reread(int shard, String claim) {
        return transaction.look("lease", () -> shards.reread(connection(), shard, claim));
    }

    @Override
    public void release(int shard, String claim) {
        run("release", () -> shards.release(connection(), shard, claim));
    }

    @Override
    public List<OutboxMessage> read(
            int shard, long from, int limit, Collection<Long> notLanes, Collection<String> notDestinations) {
        return transaction.step(LOOK, () -> messages.read(connection(), shard, from, limit, notLanes, notDestinations));
    }

    @Override
    public List<Long> earlier(Collection<Long> lanes, long before, int limit) {
        return transaction.step(LOOK, () -> messages.earlier(connection(), lanes, before, limit));
    }

    @Override
    public void delivered(Collection<Long> sequences, long keepMillis) {
        run(CHANGE, () -> messages.delivered(connection(), sequences, keepMillis));
    }

    @Override
    public void failed(MessageFailure failure) {
        run(CHANGE, () -> messages.failed(connection(), failure));
    }

    @Override
    public void hold(Collection<Long> sequences) {
        run(CHANGE, () -> messages.hold(connection(), sequences));
    }

    @Override
    public int sweep() {
        return transaction.step(LOOK, () -> shards.sweep(connection()));
    }

    /** Part by part, as the index has them. */
    @Override
    public List<OutboxMessage> parked(int limit) {
        return transaction.step(LOOK, () -> {
            List<OutboxMessage> found = new ArrayList<>();
            for (int shard = 0; shard < SHARDS; shard++) {
                found.addAll(messages.parked(connection(), shard, limit));
            }
            found.sort(Comparator.comparingLong(OutboxMessage::sequence));
            return List.copyOf(found.subList(0, Math.min(limit, found.size())));
        });
    }

    @Override
    public @Nullable OutboxMessage findParked(String messageId) {
        return transaction.look(LOOK, () -> messages.findParked(connection(), messageId));
    }

    @Override
    public long waitingBehind(OutboxMessage parked) {
        Long lane = parked.message().lane();
        return lane == null
                ? 0
                : transaction.step(
                        LOOK,
                        () -> messages.behind(connection(), parked.message().shard(), lane));
    }

    /** The part first, as its holder does, so that the two never wait for each other. */
    @Override
    public @Nullable OutboxMessage lockParked(String messageId) {
        return transaction.look(LOOK, () -> {
            OutboxMessage seen = messages.peek(connection(), messageId);
            if (seen == null) {
                return null;
            }
            shards.touch(connection(), seen.message().shard(), seen.sequence());
            return messages.lockParked(connection(), messageId);
        });
    }

    @Override
    public void requeue(OutboxMessage parked) {
        run(CHANGE, () -> {
            messages.requeue(connection(), parked.sequence());
            free(parked);
        });
    }

    @Override
    public void remove(OutboxMessage parked) {
        run(CHANGE, () -> {
            messages.remove(connection(), parked.sequence());
            free(parked);
        });
    }

    private void free(OutboxMessage parked) throws SQLException {
        Long lane = parked.message().lane();
        if (lane != null) {
            messages.free(connection(), parked.message().shard(), lane);
        }
    }

    @Override
    public void audit(OperationId id, String action, String by, String reason) {
        run("audit", () -> tables.records().audit(connection(), action, "yici.outbox", id, "parked", by, reason));
    }

    private Connection connection() {
        return transaction.connection();
    }

    private void run(String name, Change change) {
        transaction.step(name, () -> {
            change.run();
            return true;
        });
    }

    private interface Change {
        void run() throws SQLException;
    }
}
