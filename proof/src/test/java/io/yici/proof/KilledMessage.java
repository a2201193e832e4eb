package io.yici.proof;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.jdbc.JdbcYici;

/** A process of its own that takes in one message which ends the process, and says what came of it where it did not. */
final class KilledMessage {
    private KilledMessage() {}

    /** URL, user, password, key, tries. */
    public static void main(String[] arguments) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(2);
        try (HikariDataSource pool = new HikariDataSource(config);
                JdbcYici yici = JdbcYici.on(pool).withoutScheduledCleanUp().build()) {
            Inbox inbox = yici.inbox(Mailroom.subscription(message -> {
                        System.out.println("RUNS");
                        Runtime.getRuntime().halt(1);
                    })
                    .tries(Integer.parseInt(arguments[4])));
            Handled handled = inbox.handle(Mailroom.message(arguments[3]).suspect(true));
            System.out.println(handled.getClass().getSimpleName());
        }
    }
}
