package io.yici.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

/**
 * Keeps transactions on SQLite whole. After an error that makes SQLite roll back by itself (INSERT OR ROLLBACK, a full
 * disk, an interrupt) sqlite-jdbc goes on in auto-commit, and every later statement stays, alone. Through a guarded
 * connection such a transaction can only be rolled back: its commit fails.
 *
 * <p>Also makes what the driver leaves unclear clear: a failed begin leaves the connection in auto-commit, a failed
 * commit leaves nothing, and a commit whose following begin failed counts as done. Yici guards its own transactions by
 * itself; wrap the data source where a framework opens them.
 *
 * <p>Statements are watched, result sets are not. {@code unwrap} leads past the guard.
 */
public final class SqliteGuard {
    private SqliteGuard() {}

    /** The same data source, whose connections are guarded. Thread-safe as far as the data source is. */
    public static DataSource guard(DataSource dataSource) {
        return proxy(DataSource.class, new GuardedDataSource(dataSource));
    }

    /** The same connection, guarded; one that is guarded already is returned as it is. */
    static Connection guard(Connection connection) {
        return isGuarded(connection) ? connection : proxy(Connection.class, new GuardedConnection(connection));
    }

    private static boolean isGuarded(Connection connection) {
        return Proxy.isProxyClass(connection.getClass())
                && Proxy.getInvocationHandler(connection) instanceof GuardedConnection;
    }

    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(SqliteGuard.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Calls through, with the exception as the driver threw it. */
    static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    private record GuardedDataSource(DataSource dataSource) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("unwrap") && ((Class<?>) arguments[0]).isInstance(dataSource)) {
                return dataSource;
            }
            if (method.getName().equals("isWrapperFor") && ((Class<?>) arguments[0]).isInstance(dataSource)) {
                return true;
            }
            if (method.getName().equals("equals")) {
                return proxy == arguments[0];
            }
            Object answer = call(dataSource, method, arguments);
            return answer instanceof Connection connection ? guard(connection) : answer;
        }
    }
}
