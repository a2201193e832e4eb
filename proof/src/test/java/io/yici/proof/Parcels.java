package io.yici.proof;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.state.StateMachine;
import io.yici.state.VersionedUpdate;
import io.yici.test.EffectLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.UUID;

/** Parcels that are packed, sent or called off, on a fresh database. */
final class Parcels implements AutoCloseable {
    enum Status {
        NEW,
        PACKED,
        SENT,
        CALLED_OFF
    }

    static final StateMachine<Status> STATES = StateMachine.on("parcels")
            .key("parcel_no")
            .state("status", Status.class)
            .version("version")
            .movedBy("moved_by")
            .initial(Status.NEW)
            .allow(Status.NEW, Status.PACKED, Status.CALLED_OFF)
            .allow(Status.PACKED, Status.SENT, Status.CALLED_OFF)
            .build();

    static final VersionedUpdate UPDATES =
            VersionedUpdate.on("parcels").key("parcel_no").version("version");

    private static final int TRIES = 200;
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "HYT00", "HY000");
    private static final Set<Integer> CONFLICT_CODES = Set.of(1020, 1205, 1213, 5, 50200, 90131);

    final FreshDatabase database;
    final HikariDataSource pool;
    final EffectLedger ledger = EffectLedger.inMemory();

    private Parcels(FreshDatabase database, HikariDataSource pool) {
        this.database = database;
        this.pool = pool;
    }

    static Parcels open(Ground ground) {
        FreshDatabase database = ground.database().create("parcels");
        HikariDataSource pool = database.pool(20, config -> {
            if (ground.level() != Ground.Level.OWN) {
                config.setTransactionIsolation("TRANSACTION_" + ground.level());
            }
        });
        Parcels parcels = new Parcels(database, pool);
        parcels.execute("create table parcels (parcel_no varchar(60) primary key, status varchar(20) not null,"
                + " version bigint not null, moved_by varchar(64), weight integer default 0 not null)");
        return parcels;
    }

    /** A parcel of this status, version 1. */
    String fresh(Status status) {
        String parcel = "p-" + UUID.randomUUID();
        within(connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into parcels (parcel_no, status, version) values (?, ?, 1)")) {
                insert.setString(1, parcel);
                insert.setString(2, status.name());
                return insert.executeUpdate();
            }
        });
        return parcel;
    }

    Status statusOf(String parcel) {
        return within(
                connection -> STATES.lock(connection, parcel).orElseThrow().state());
    }

    long versionOf(String parcel) {
        return within(
                connection -> STATES.lock(connection, parcel).orElseThrow().version());
    }

    int weightOf(String parcel) {
        return within(connection -> {
            try (Statement statement = connection.createStatement();
                    var row = statement.executeQuery("select weight from parcels where parcel_no = '" + parcel + "'")) {
                row.next();
                return row.getInt(1);
            }
        });
    }

    /** One committed transaction; run again from its beginning when the database ends it for the sake of another. */
    <T> T within(Part<T> part) {
        for (int left = TRIES; ; left--) {
            try {
                return withinOne(part);
            } catch (SQLException error) {
                if (!isConflict(error) || left == 1) {
                    throw new AssertionError(error);
                }
            }
        }
    }

    /** One transaction, whose conflicts are the caller's. */
    <T> T withinOne(Part<T> part) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                T value = part.in(connection);
                connection.commit();
                done = true;
                return value;
            } finally {
                if (!done) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        }
    }

    static boolean isConflict(SQLException error) {
        return CONFLICTS.contains(String.valueOf(error.getSQLState())) && error.getErrorCode() == 0
                || CONFLICT_CODES.contains(error.getErrorCode());
    }

    void execute(String... statements) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    boolean isPostgresql() {
        return database.kind() == TestDatabase.POSTGRESQL;
    }

    @Override
    public void close() {
        database.close();
    }

    /** What happens in a transaction. */
    @FunctionalInterface
    interface Part<T> {
        T in(Connection connection) throws SQLException;
    }
}
