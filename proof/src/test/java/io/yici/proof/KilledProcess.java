package io.yici.proof;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.yici.jdbc.JdbcYici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.proof.Shop.Receipt;
import io.yici.test.CrashPoint;
import io.yici.test.CrashPoints;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A process of its own that places one order, says when it has come to a crash point, and then waits to be killed. */
final class KilledProcess {
    private KilledProcess() {}

    /** URL, user, password, crash point, key. */
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(3);
        AtomicBoolean armed = new AtomicBoolean();
        try (HikariDataSource pool = new HikariDataSource(config);
                JdbcYici yici = JdbcYici.on(CrashPoints.at(CrashPoint.valueOf(arguments[3]), pool, () -> {
                            if (armed.get()) {
                                System.out.println("REACHED");
                                new CountDownLatch(1).await();
                            }
                        }))
                        .codec(new Jackson3Codec())
                        .withoutScheduledCleanUp()
                        .build()) {
            armed.set(true);
            yici.once(Shop.order(arguments[4]), Shop.ONE_TEA, Receipt.class, connection -> {
                String orderNo = "killed-" + arguments[4];
                Shop.takeStock(connection, Shop.ONE_TEA);
                Shop.insertOrder(connection, orderNo, orderNo);
                return new Receipt(orderNo, "TEA-1", 1);
            });
            System.out.println("ENDED");
        }
    }
}
