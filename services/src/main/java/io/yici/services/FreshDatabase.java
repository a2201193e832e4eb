package io.yici.services;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/**
 * One database for one test. Its URL, user and password are plain strings, which a child JVM can use too (except H2's,
 * which lives in this JVM's memory). Closing it closes its pools, ends the sessions still in it, other processes' too,
 * and removes it. Thread safe.
 */
public final class FreshDatabase implements AutoCloseable {
    private static final long CONNECTION_TIMEOUT_MILLIS = 5_000;

    private final TestDatabase kind;
    private final String name;
    private final Login login;
    private final Removal removal;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    FreshDatabase(TestDatabase kind, String name, Login login, Removal removal) {
        this.kind = kind;
        this.name = name;
        this.login = login;
        this.removal = removal;
    }

    interface Removal {
        void run() throws SQLException;
    }

    public TestDatabase kind() {
        return kind;
    }

    public String name() {
        return name;
    }

    public String jdbcUrl() {
        return login.jdbcUrl();
    }

    public String user() {
        return login.user();
    }

    public String password() {
        return login.password();
    }

    /** Every {@code getConnection} is a new physical connection of the vendor's own data source. */
    public DataSource unpooled() {
        try {
            return vendorsDataSource();
        } catch (SQLException e) {
            throw new IllegalArgumentException("the driver refuses " + login.jdbcUrl(), e);
        }
    }

    /** A pool of at most {@code size} connections, opened as needed, that waits 5 s for a free one. */
    public HikariDataSource pool(int size) {
        return pool(size, settings -> {});
    }

    /**
     * Like {@link #pool(int)} with settings of your own, such as
     * {@code setTransactionIsolation("TRANSACTION_SERIALIZABLE")}.
     */
    public HikariDataSource pool(int size, Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name + "-pool");
        config.setJdbcUrl(login.jdbcUrl());
        config.setUsername(login.user());
        config.setPassword(login.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        settings.accept(config);
        return closedWithThis(new HikariDataSource(config));
    }

    /** The same MariaDB database through MySQL's driver. Closing the view closes only the pools made from it. */
    public FreshDatabase throughConnectorJ() {
        if (kind != TestDatabase.MARIADB) {
            throw new IllegalStateException(kind + " is not MariaDB");
        }
        return view(JdbcUrl.of(login.jdbcUrl()).withDriver("mysql"));
    }

    /** The same database seen through a proxy made by {@link FaultProxy#to(FreshDatabase)}. */
    public FreshDatabase through(FaultProxy proxy) {
        return view(JdbcUrl.of(login.jdbcUrl()).withAddress(proxy.host(), proxy.port()));
    }

    /** The same database with one more URL parameter of its driver, such as {@code socketTimeout}. */
    public FreshDatabase with(String parameter, String value) {
        String separator = kind == TestDatabase.H2 ? ";" : login.jdbcUrl().contains("?") ? "&" : "?";
        return view(login.jdbcUrl() + separator + parameter + "=" + value);
    }

    @Override
    public void close() {
        synchronized (opened) {
            while (!opened.isEmpty()) {
                closeQuietly(opened.pop());
            }
        }
        try {
            removal.run();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot remove " + name, e);
        }
    }

    private FreshDatabase view(Object url) {
        Login seen = new Login(url.toString(), login.user(), login.password());
        return closedWithThis(new FreshDatabase(kind, name, seen, () -> {}));
    }

    private <T extends AutoCloseable> T closedWithThis(T closeable) {
        synchronized (opened) {
            opened.push(closeable);
        }
        return closeable;
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private DataSource vendorsDataSource() throws SQLException {
        return switch (login.jdbcUrl().split(":", 3)[1]) {
            case "postgresql" -> postgresql();
            case "mysql" -> mysql();
            case "mariadb" -> mariadb();
            case "sqlite" -> sqlite();
            case "h2" -> h2();
            default -> throw new IllegalArgumentException("no driver for " + login.jdbcUrl());
        };
    }

    private DataSource postgresql() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(login.jdbcUrl());
        source.setUser(login.user());
        source.setPassword(login.password());
        return source;
    }

    private DataSource mysql() {
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(login.jdbcUrl());
        source.setUser(login.user());
        source.setPassword(login.password());
        return source;
    }

    private DataSource mariadb() throws SQLException {
        MariaDbDataSource source = new MariaDbDataSource(login.jdbcUrl());
        source.setUser(login.user());
        source.setPassword(login.password());
        return source;
    }

    private DataSource sqlite() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl(login.jdbcUrl());
        return source;
    }

    private DataSource h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(login.jdbcUrl());
        source.setUser(login.user());
        source.setPassword(login.password());
        return source;
    }
}
