package io.yici.test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that runs an action when a run reaches a {@link CrashPoint}: an action that kills the process, throws,
 * or waits. Works by looking at the statements; the record table is told by its name.
 */
public final class CrashPoints {
    private static final Pattern WRITE = Pattern.compile("(insert|update|delete|merge|replace)\\b");

    private final CrashPoint point;
    private final Action action;
    private final String table;

    private CrashPoints(CrashPoint point, Action action, String table) {
        this.point = point;
        this.action = action;
        this.table = table.toLowerCase(Locale.ROOT);
    }

    /** Wraps a data source whose record table has the default name. */
    public static DataSource at(CrashPoint point, DataSource dataSource, Action action) {
        return new CrashPoints(point, action, "yici_record").wrap(dataSource);
    }

    /** What happens at the point. */
    @FunctionalInterface
    public interface Action {
        /** Dies, throws or waits. */
        void reached() throws Exception;
    }

    private DataSource wrap(DataSource dataSource) {
        return proxy(DataSource.class, dataSource, (method, result) -> {
            if (!(result instanceof Connection connection)) {
                return result;
            }
            reached(CrashPoint.BEFORE_CLAIM);
            return wrap(connection);
        });
    }

    private Connection wrap(Connection connection) {
        Progress progress = new Progress();
        InvocationHandler handler = (self, method, arguments) -> {
            Object result = commits(method, arguments)
                    ? committed(progress, () -> invoke(connection, method, arguments))
                    : invoke(connection, method, arguments);
            if (result instanceof PreparedStatement prepared && arguments != null) {
                return wrap(PreparedStatement.class, prepared, String.valueOf(arguments[0]), progress);
            }
            return result instanceof Statement plain ? wrap(Statement.class, plain, "", progress) : result;
        };
        return Connection.class.cast(
                Proxy.newProxyInstance(CrashPoints.class.getClassLoader(), new Class<?>[] {Connection.class}, handler));
    }

    private <S extends Statement> S wrap(Class<S> type, S statement, String prepared, Progress progress) {
        InvocationHandler handler = (self, method, arguments) -> {
            if (!method.getName().startsWith("execute")) {
                return invoke(statement, method, arguments);
            }
            String given = arguments != null && arguments[0] instanceof String text ? text : prepared;
            String sql = given.toLowerCase(Locale.ROOT).strip();
            if (sql.equals("commit")) {
                return committed(progress, () -> invoke(statement, method, arguments));
            }
            Object result = invoke(statement, method, arguments);
            executed(sql, progress);
            return result;
        };
        return type.cast(Proxy.newProxyInstance(CrashPoints.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void executed(String sql, Progress progress) throws Exception {
        if (sql.contains(table)) {
            if (sql.contains("insert")) {
                progress.claimed = true;
                reached(CrashPoint.AFTER_CLAIM);
            }
        } else if (progress.claimed && WRITE.matcher(sql).lookingAt()) {
            reached(CrashPoint.AFTER_BUSINESS_WRITE);
        }
    }

    /** Commits by a call or by a statement, as drivers and stores differ. */
    private @Nullable Object committed(Progress progress, Commit commit) throws Throwable {
        boolean claimed = progress.claimed;
        if (claimed) {
            reached(CrashPoint.BEFORE_COMMIT);
        }
        Object result = commit.run();
        progress.claimed = false;
        if (claimed) {
            reached(CrashPoint.AFTER_COMMIT);
        }
        return result;
    }

    /** To turn auto-commit on commits what is under way (JDBC 4.3, Connection.setAutoCommit). */
    private static boolean commits(Method method, Object @Nullable [] arguments) {
        return method.getName().equals("commit")
                || (method.getName().equals("setAutoCommit") && arguments != null && Boolean.TRUE.equals(arguments[0]));
    }

    private interface Commit {
        @Nullable Object run() throws Throwable;
    }

    private void reached(CrashPoint here) throws Exception {
        if (here == point) {
            action.reached();
        }
    }

    private interface Then {
        @Nullable Object apply(Method method, @Nullable Object result) throws Exception;
    }

    private static <I> I proxy(Class<I> type, Object target, Then then) {
        InvocationHandler handler = (self, method, arguments) -> then.apply(method, invoke(target, method, arguments));
        return type.cast(Proxy.newProxyInstance(CrashPoints.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    private static final class Progress {
        private boolean claimed;
    }
}
