package io.yici.proof;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.jdbc.JdbcYici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.test.CrashPoint;
import io.yici.test.CrashPoints;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A process of its own that pays one order, says when it has come to a point, and then waits to be killed. */
final class KilledPayment {
    /** Where it is killed. */
    enum Point {
        BEFORE_THE_STAMP,
        AFTER_THE_STAMP,
        AFTER_THE_CALL,
        WHILE_BOOKING,
        AT_THE_END
    }

    private KilledPayment() {}

    /** URL, user, password, point, operation name, order number, ledger file. */
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(3);
        Point point = Point.valueOf(arguments[3]);
        AtomicInteger connections = new AtomicInteger(Integer.MIN_VALUE);
        try (HikariDataSource pool = new HikariDataSource(config);
                JdbcYici yici = JdbcYici.on(CrashPoints.at(CrashPoint.BEFORE_CLAIM, pool, () -> {
                            if (connections.incrementAndGet() == 2 && point == Point.BEFORE_THE_STAMP) {
                                reached();
                            }
                        }))
                        .codec(new Jackson3Codec())
                        .withoutScheduledCleanUp()
                        .build()) {
            Payment payment = new Payment(
                    yici::connection, new FileBank(Path.of(arguments[6])), arguments[4], PaymentCase.DEDUPED);
            payment.beforeSending(point == Point.AFTER_THE_STAMP ? KilledPayment::reached : null)
                    .afterSending(point == Point.AFTER_THE_CALL ? KilledPayment::reached : null)
                    .duringBooking(point == Point.WHILE_BOOKING ? KilledPayment::reached : null);
            String orderNo = arguments[5];
            var steps = yici.externalSteps(payment);
            connections.set(0);
            steps.run(
                    payment,
                    Operation.named(arguments[4]).by("alice").key(orderNo),
                    Fingerprint.of(orderNo),
                    () -> payment.prepare(orderNo));
            reached();
        }
    }

    private static void reached() {
        System.out.println("REACHED");
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
