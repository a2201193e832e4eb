package io.yici.services;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The databases our tests run against. Each server starts when its first database is asked for, once per JVM, on a free
 * port of 127.0.0.1, and stops with the JVM; {@code YICI_TEST_PG_URL}, {@code YICI_TEST_MYSQL_URL} and
 * {@code YICI_TEST_MARIADB_URL} (a JDBC URL; {@code …_USER}, {@code …_PASSWORD}) name a server to use instead. Thread
 * safe.
 */
@SuppressWarnings("ImmutableEnumChecker") // one server per JVM is the point
public enum TestDatabase {
    POSTGRESQL("YICI_TEST_PG", EmbeddedPostgres::start, Binaries::missing, PostgresServer::new),
    MYSQL("YICI_TEST_MYSQL", EmbeddedMysql::start, EmbeddedMysql::missing, MysqlServer::new),
    MARIADB("YICI_TEST_MARIADB", EmbeddedMariadb::start, Binaries::missing, MysqlServer::new),
    SQLITE(SqliteFiles::new),
    H2(H2Memory::new);

    private static final int HINT_LENGTH = 30;

    private final LazyServer server;

    private final Supplier<Optional<String>> missing;

    TestDatabase(
            String variable,
            Supplier<Login> embedded,
            Supplier<Optional<String>> missing,
            Function<Login, DatabaseServer> vendor) {
        this.server = new LazyServer(() ->
                vendor.apply(ExternalServer.named(variable, System.getenv()).orElseGet(embedded)));
        this.missing =
                () -> ExternalServer.named(variable, System.getenv()).isPresent() ? Optional.empty() : missing.get();
    }

    TestDatabase(Supplier<DatabaseServer> inThisJvm) {
        this.server = new LazyServer(inThisJvm);
        this.missing = Optional::empty;
    }

    /**
     * A fresh, empty database that nobody else uses, named after {@code hint} with a random end. The first call starts
     * the server, which takes seconds and fails after 30 with {@link ServiceUnavailableException}; later calls then
     * fail at once.
     */
    public FreshDatabase create(String hint) {
        String name = nameFrom(hint);
        DatabaseServer running = server.get();
        try {
            return new FreshDatabase(this, name, running.create(name), () -> running.drop(name));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create " + name + " on " + this, e);
        }
    }

    /** What this machine lacks to run the database, in a sentence that says what to install; empty if nothing. */
    public Optional<String> missing() {
        return missing.get();
    }

    private static String nameFrom(String hint) {
        String plain = hint.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return "yici_"
                + plain.substring(0, Math.min(HINT_LENGTH, plain.length()))
                + "_"
                + Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
    }
}
