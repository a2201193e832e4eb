package io.yici.proof;

import io.yici.services.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A database and the isolation level at which everything on it is tried. */
record Ground(TestDatabase database, Level level) {
    /** Isolation levels by the names the pool knows. */
    enum Level {
        OWN,
        READ_COMMITTED,
        REPEATABLE_READ,
        SERIALIZABLE;

        boolean keepsSnapshot() {
            return this == REPEATABLE_READ || this == SERIALIZABLE;
        }
    }

    /** Every database; the servers at three levels. */
    static List<Ground> all() {
        List<Ground> all = new ArrayList<>();
        for (TestDatabase server : servers()) {
            for (Level level : List.of(Level.READ_COMMITTED, Level.REPEATABLE_READ, Level.SERIALIZABLE)) {
                all.add(new Ground(server, level));
            }
        }
        all.add(new Ground(TestDatabase.SQLITE, Level.OWN));
        all.add(new Ground(TestDatabase.H2, Level.OWN));
        return all;
    }

    /** The servers at each level. */
    static List<Ground> serversAtEachLevel() {
        return all().stream().filter(ground -> ground.level != Level.OWN).toList();
    }

    /** Every database once, as it comes. */
    static List<Ground> each() {
        List<Ground> each = new ArrayList<>();
        for (TestDatabase database : present(TestDatabase.values())) {
            each.add(new Ground(database, Level.OWN));
        }
        return each;
    }

    private static List<TestDatabase> servers() {
        return present(TestDatabase.POSTGRESQL, TestDatabase.MYSQL, TestDatabase.MARIADB);
    }

    /** Leaves out, loudly, what this machine cannot run; under CI nothing is left out, so that it fails. */
    static List<TestDatabase> present(TestDatabase... databases) {
        List<TestDatabase> present = new ArrayList<>();
        for (TestDatabase database : databases) {
            Optional<String> missing = database.missing();
            if (missing.isPresent() && !"true".equals(System.getenv("CI"))) {
                System.err.println("NOT TESTED ON " + database + ": " + missing.get());
            } else {
                present.add(database);
            }
        }
        return present;
    }

    boolean isInnoDb() {
        return database == TestDatabase.MYSQL || database == TestDatabase.MARIADB;
    }

    /** One writer at a time, which hides rivals behind each other. */
    boolean hasOneWriter() {
        return database == TestDatabase.SQLITE;
    }

    @Override
    public String toString() {
        return level == Level.OWN ? database.name() : database + "_" + level;
    }
}
