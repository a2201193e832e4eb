package io.yici.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to SQLite that notices when its transaction has gone. For one thread, as the connection is. */
final class GuardedConnection implements InvocationHandler {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteGuard.class);
    private static final Pattern ENDS_TRANSACTION =
            Pattern.compile("\\s*(commit|end|rollback)\\b(?!.*\\bto\\b).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final Connection connection;
    private @Nullable SQLException doom;

    GuardedConnection(Connection connection) {
        this.connection = connection;
    }

    @Override
    @SuppressWarnings("NullAway") // what JDBC methods return may be null
    public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "commit" -> commit();
            case "rollback" -> rollback(method, arguments);
            case "setAutoCommit" -> setAutoCommit((Boolean) arguments[0]);
            case "createStatement", "prepareStatement", "prepareCall" -> {
                return watched(proxy, method, arguments);
            }
            case "equals" -> {
                return proxy == arguments[0];
            }
            case "unwrap", "isWrapperFor" -> {
                return unwrapped(method, arguments);
            }
            default -> {
                return SqliteGuard.call(connection, method, arguments);
            }
        }
        return null;
    }

    private Object unwrapped(Method method, Object[] arguments) throws Throwable {
        boolean here = ((Class<?>) arguments[0]).isInstance(connection);
        if (method.getName().equals("isWrapperFor")) {
            return here || (Boolean) SqliteGuard.call(connection, method, arguments);
        }
        return here ? connection : SqliteGuard.call(connection, method, arguments);
    }

    private Object watched(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object statement = SqliteGuard.call(connection, method, arguments);
        String sql = arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : "";
        GuardedStatement guarded = new GuardedStatement(this, (Connection) proxy, (Statement) statement, sql);
        if (statement instanceof CallableStatement) {
            return SqliteGuard.proxy(CallableStatement.class, guarded);
        }
        return statement instanceof PreparedStatement
                ? SqliteGuard.proxy(PreparedStatement.class, guarded)
                : SqliteGuard.proxy(Statement.class, guarded);
    }

    /** Whether a text of a statement ends the transaction when it succeeds. */
    static boolean endsTransaction(String sql) {
        return ENDS_TRANSACTION.matcher(sql).matches();
    }

    /**
     * Looks whether the transaction is still there, by trying to begin one. Where that works, the old one was rolled
     * back, and we are now in a new and empty one, in which everything that comes is held until it is rolled back too.
     */
    void look(@Nullable SQLException cause) {
        try {
            if (!connection.getAutoCommit() && begin()) {
                doom = new DoomedException(
                        "SQLite rolled the transaction back, or it was ended by a statement; what came after is rolled"
                                + " back as well",
                        cause);
            }
        } catch (SQLException unsure) {
            doom = new DoomedException("It cannot be told whether the transaction is still there", unsure);
        }
        if (doom != null) {
            LOG.debug("A transaction on SQLite can only be rolled back", doom);
        }
    }

    /** Begins a transaction, unless one is open: then false. */
    private boolean begin() throws SQLException {
        try {
            execute("BEGIN");
            return true;
        } catch (SQLException error) {
            if (String.valueOf(error.getMessage()).contains("within a transaction")) {
                return false;
            }
            throw error;
        }
    }

    private void commit() throws SQLException {
        throwDoom();
        try {
            connection.commit();
        } catch (SQLException error) {
            if (begin()) {
                if (SqliteDriver.isBusy(error)) {
                    // Busy leaves a transaction open; since none was, it is committed, and the driver could not begin
                    // the next one. We just did.
                    return;
                }
            } else {
                execute("ROLLBACK");
                execute("BEGIN");
            }
            throw error;
        }
    }

    private void rollback(Method method, Object[] arguments) throws Throwable {
        if (arguments != null && arguments.length > 0) {
            SqliteGuard.call(connection, method, arguments);
            return;
        }
        doom = null;
        if (connection.getAutoCommit()) {
            connection.rollback();
        } else if (!begin()) {
            // The driver's own would begin the next one in its mode, and might wait for the writer's place to do so.
            execute("ROLLBACK");
            execute("BEGIN");
        }
    }

    private void setAutoCommit(boolean autoCommit) throws SQLException {
        if (!autoCommit) {
            SqliteDriver.begin(connection);
            return;
        }
        SQLException doomed = doom;
        doom = null;
        if (doomed != null) {
            SqliteDriver.rollback(connection);
            throw doomed;
        }
        SqliteDriver.commit(connection);
    }

    /** Ends the doomed transaction and begins the next one, as the caller of a failed commit may expect. */
    private void throwDoom() throws SQLException {
        SQLException doomed = doom;
        if (doomed != null) {
            doom = null;
            execute("ROLLBACK");
            execute("BEGIN");
            throw doomed;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
