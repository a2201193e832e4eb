package io.yici.proof;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.inbox.AggregateVersion;
import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHandler;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.JdbcYiciBuilder;
import io.yici.services.FreshDatabase;
import io.yici.test.EffectLedger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A business that lives on messages, on a fresh database: each effect is a row, so that two effects are two rows. */
final class Mailroom implements AutoCloseable {
    static final String NAME = "points.book";

    final FreshDatabase database;
    final HikariDataSource pool;
    final JdbcYici yici;
    final EffectLedger ledger = EffectLedger.inMemory();

    private Mailroom(FreshDatabase database, HikariDataSource pool, JdbcYici yici) {
        this.database = database;
        this.pool = pool;
        this.yici = yici;
    }

    static Mailroom open(Ground ground) {
        return open(ground, builder -> builder);
    }

    static Mailroom open(Ground ground, UnaryOperator<JdbcYiciBuilder> settings) {
        FreshDatabase database = ground.database().create("mail");
        HikariDataSource pool = database.pool(10, config -> {
            if (ground.level() != Ground.Level.OWN) {
                config.setTransactionIsolation("TRANSACTION_" + ground.level());
            }
        });
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table effect (message varchar(80) not null, lane varchar(80) not null,"
                    + " place integer not null)");
            statement.execute("create table ballast (row_no integer not null)");
            statement.execute("create table account (name varchar(40) primary key, points integer not null)");
            statement.execute("insert into account (name, points) values ('alice', 0)");
            statement.execute("insert into account (name, points) values ('bob', 0)");
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
        JdbcYici yici = settings.apply(JdbcYici.on(pool).createSchemaIfMissing().withoutScheduledCleanUp())
                .build();
        return new Mailroom(database, pool, yici);
    }

    /** A message under a key; the payload says the same. */
    static Received message(String key) {
        return message(key, key);
    }

    static Received message(String key, String content) {
        return Received.of("orders", content.getBytes(StandardCharsets.UTF_8)).header(MessageHeaders.MESSAGE_ID, key);
    }

    static String keyOf(Received message) {
        return String.valueOf(message.header(MessageHeaders.MESSAGE_ID));
    }

    /** Handled by the given handler, for group {@code points}; fast to try again. */
    static Subscription subscription(MessageHandler handler) {
        return subscription("points", handler);
    }

    static Subscription subscription(String group, MessageHandler handler) {
        return Subscription.named(NAME)
                .group(group)
                .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                .handledBy(handler)
                .retryAfter(Duration.ofMillis(1), Duration.ofMillis(1));
    }

    Inbox inbox(MessageHandler handler) {
        return yici.inbox(subscription(handler));
    }

    /** One that writes each message's effect. */
    Inbox inbox() {
        return inbox(this::apply);
    }

    /** Writes the effect in the transaction, and enters it in the ledger, which no roll-back takes back. */
    void apply(Received message) throws SQLException {
        write(keyOf(message), message.orderingKey());
        ledger.enter(keyOf(message));
    }

    void write(String effect, @Nullable String lane) throws SQLException {
        try (PreparedStatement insert = yici.connection()
                .prepareStatement("insert into effect (message, lane, place)"
                        + " select ?, ?, coalesce(max(place), 0) + 1 from effect where lane = ?")) {
            insert.setString(1, effect);
            insert.setString(2, String.valueOf(lane));
            insert.setString(3, String.valueOf(lane));
            insert.executeUpdate();
        }
    }

    /** Moves points, in the run's transaction. */
    void book(String account, int points) throws SQLException {
        try (PreparedStatement update =
                yici.connection().prepareStatement("update account set points = points + ? where name = ?")) {
            update.setInt(1, points);
            update.setString(2, account);
            update.executeUpdate();
        }
    }

    static AggregateVersion versionOf(Received message) {
        return new AggregateVersion(
                String.valueOf(message.header("aggregate")), Long.parseLong(String.valueOf(message.header("version"))));
    }

    /** The effects of a lane in the order in which they were written. */
    List<String> effects(String lane) {
        return texts("select message from effect where lane = '" + lane + "' order by place");
    }

    /** All effects, by name. */
    List<String> effects() {
        return texts("select message from effect order by message");
    }

    int records() {
        return number("select count(*) from yici_record");
    }

    int kept() {
        return number("select count(*) from yici_parked");
    }

    int number(String query) {
        return Integer.parseInt(texts(query).get(0));
    }

    List<String> texts(String query) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return texts;
        } catch (SQLException failed) {
            throw new AssertionError(query, failed);
        }
    }

    void execute(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new AssertionError(sql, failed);
        }
    }

    @Override
    public void close() {
        yici.close();
        database.close();
    }
}
