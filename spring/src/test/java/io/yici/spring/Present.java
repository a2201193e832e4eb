package io.yici.spring;

import io.yici.brokers.Brokers;
import io.yici.services.TestDatabase;
import java.util.Optional;

/** Leaves out, loudly, the servers this machine cannot run; under CI nothing is left out, so that it fails. */
public final class Present {
    private Present() {}

    public static boolean mysql() {
        return is(TestDatabase.MYSQL);
    }

    public static boolean mariadb() {
        return is(TestDatabase.MARIADB);
    }

    public static boolean rabbitmq() {
        return is("RABBITMQ", Brokers.missingRabbitmq());
    }

    private static boolean is(TestDatabase database) {
        return is(database.toString(), database.missing());
    }

    private static boolean is(String server, Optional<String> missing) {
        if (missing.isPresent() && !"true".equals(System.getenv("CI"))) {
            System.err.println("NOT TESTED ON " + server + ": " + missing.get());
            return false;
        }
        return true;
    }
}
