package io.yici.proof;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.yici.jdbc.JdbcYici;
import io.yici.outbox.Relay;
import io.yici.outbox.SendResult;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process of its own that relays, to be frozen or killed; what it sends is in a table that is no part of the relay.
 */
final class KilledRelay {
    private KilledRelay() {}

    /** URL, user, password, its name, lease and the broker's time to answer in milliseconds. */
    public static void main(String[] arguments) throws IOException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(3);
        // What it holds locked as it freezes is let go by the server, as the operators' page asks for.
        config.setConnectionInitSql(
                arguments[0].startsWith("jdbc:postgresql")
                        ? "SET idle_in_transaction_session_timeout = '2s'"
                        : "SET SESSION idle_transaction_timeout = 2");
        long lease = Long.parseLong(arguments[4]);
        long answer = Long.parseLong(arguments[5]);
        try (HikariDataSource pool = new HikariDataSource(config);
                JdbcYici yici = JdbcYici.on(pool).withoutScheduledCleanUp().build();
                Relay relay = yici.outbox()
                        .relay(
                                logging(pool, arguments[3], answer).within(Duration.ofMillis(lease / 2)),
                                Postbox.QUICK.lease(Duration.ofMillis(lease)))) {
            relay.start();
            System.out.println("STARTED");
            while (System.in.read() >= 0) {
                // until the one who started it is gone, or says so
            }
        }
    }

    /** Takes all, after a time; none where that is negative. */
    static ScriptedBroker logging(HikariDataSource pool, String node, long answerMillis) {
        return new ScriptedBroker().doing(message -> {
            log(pool, node, message.messageId());
            CompletableFuture<SendResult> answer = new CompletableFuture<>();
            return answerMillis < 0
                    ? answer
                    : answer.completeOnTimeout(ScriptedBroker.TAKEN, answerMillis, TimeUnit.MILLISECONDS);
        });
    }

    private static void log(HikariDataSource pool, String node, String messageId) {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sent_log (node, message_id) VALUES (?, ?)")) {
            insert.setString(1, node);
            insert.setString(2, messageId);
            insert.executeUpdate();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
