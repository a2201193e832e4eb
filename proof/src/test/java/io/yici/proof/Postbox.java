package io.yici.proof;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.Operation;
import io.yici.jdbc.JdbcYici;
import io.yici.outbox.Message;
import io.yici.outbox.Outbox;
import io.yici.outbox.OutboxSettings;
import io.yici.outbox.Publication;
import io.yici.outbox.RelaySettings;
import io.yici.services.FreshDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A business that publishes, on a fresh database. */
final class Postbox implements AutoCloseable {
    static final String ORDERS = "orders";

    /** Quick to try again, so that a test need not wait. */
    static final RelaySettings QUICK = RelaySettings.defaults()
            .pollEvery(Duration.ofMillis(20))
            .backoff(Duration.ofMillis(1), Duration.ofMillis(5))
            .pause(Duration.ofMillis(1), Duration.ofMillis(5))
            .tries(3);

    final FreshDatabase database;
    final HikariDataSource pool;
    final JdbcYici yici;
    final Outbox outbox;

    private Postbox(FreshDatabase database, HikariDataSource pool, OutboxSettings settings) {
        this.database = database;
        this.pool = pool;
        this.yici = JdbcYici.on(pool)
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build();
        this.outbox = yici.outbox(settings);
    }

    static Postbox open(Ground ground) {
        return open(ground, OutboxSettings.defaults());
    }

    static Postbox open(Ground ground, OutboxSettings settings) {
        FreshDatabase database = ground.database().create("post");
        return new Postbox(
                database,
                database.pool(10, config -> {
                    if (ground.level() != Ground.Level.OWN) {
                        config.setTransactionIsolation("TRANSACTION_" + ground.level());
                    }
                }),
                settings);
    }

    /** A message whose content and id are the same text. */
    static Message message(String id) {
        return Message.to(ORDERS, id.getBytes(StandardCharsets.UTF_8)).id(id);
    }

    /** Publishes each in an operation of its own. */
    void publish(Message... messages) {
        for (Message message : messages) {
            publishTogether(message);
        }
    }

    /** Publishes all in one operation. */
    List<Publication> publishTogether(Message... messages) {
        List<Publication> publications = new ArrayList<>();
        yici.once(
                Operation.named("order.create")
                        .by("alice")
                        .key(UUID.randomUUID().toString()),
                "request",
                String.class,
                connection -> {
                    publications.addAll(outbox.publishAll(List.of(messages)));
                    return "done";
                });
        return publications;
    }

    /** How many rows are in the outbox in this state. */
    long count(String state) {
        return number("SELECT COUNT(*) FROM yici_outbox WHERE state = '" + state + "'");
    }

    /** Until nothing waits. */
    void nothingWaits() {
        Until.holds("nothing waits", () -> count("waiting") == 0);
    }

    long number(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** Again where it meets a relay at a level that ends one of the two. */
    void execute(String sql) {
        Until.holds(sql, () -> {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
                return true;
            } catch (SQLException failed) {
                if (!String.valueOf(failed.getSQLState()).startsWith("40")) {
                    throw new AssertionError(failed);
                }
            }
            return false;
        });
    }

    @Override
    public void close() {
        yici.close();
        pool.close();
        database.close();
    }
}
