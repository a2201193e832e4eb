package io.yici.messaging;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Subscription;
import io.yici.jdbc.JdbcYici;
import io.yici.messaging.Wire.Kind;
import io.yici.test.CrashPoint;
import io.yici.test.CrashPoints;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A process that consumes, and is gone as soon as an effect is committed, before anything is acknowledged; or before
 * the effect is committed, and so late that what was acknowledged by then is known to the broker.
 */
final class KilledConsumer {
    static final int HALTED = 42;

    /** Longer than any client here takes to tell its broker what it has acknowledged. */
    private static final long TOLD_SECONDS = 4;

    private KilledConsumer() {}

    /** Broker, its address, place, group, URL, user, password, where it dies: before or after the commit. */
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[4]);
        config.setUsername(arguments[5]);
        config.setPassword(arguments[6]);
        config.setMaximumPoolSize(5);
        HikariDataSource pool = new HikariDataSource(config);
        CrashPoint point = CrashPoint.valueOf(arguments[7]);
        AtomicBoolean handled = new AtomicBoolean();
        JdbcYici yici = JdbcYici.on(CrashPoints.at(point, pool, () -> {
                    if (point == CrashPoint.BEFORE_COMMIT && handled.get()) {
                        new CountDownLatch(1).await(TOLD_SECONDS, TimeUnit.SECONDS);
                        Runtime.getRuntime().halt(HALTED);
                    } else if (point == CrashPoint.AFTER_COMMIT && isBooked(pool)) {
                        Runtime.getRuntime().halt(HALTED);
                    }
                }))
                .withoutScheduledCleanUp()
                .build();
        String group = arguments[3];
        Kind.valueOf(arguments[0])
                .at(arguments[1])
                .consume(
                        arguments[2],
                        yici.inbox(Subscription.named("points.book")
                                .group(group)
                                .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                                .handledBy(message -> {
                                    Points.book(yici, group, message);
                                    handled.set(true);
                                })));
        new CountDownLatch(1).await();
    }

    private static boolean isBooked(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM points")) {
            return rows.next() && rows.getLong(1) > 0;
        }
    }
}
