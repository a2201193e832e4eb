package io.yici.proof;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that tells of each statement and commit as it happens; who listens may hold it up, or fail it. */
final class Wiretap {
    /** When. */
    enum Moment {
        BEFORE_STATEMENT,
        AFTER_STATEMENT,
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    /** Who listens, on the thread that speaks to the database. */
    interface Ear {
        /** The statements of the transaction so far, in lower case; at a statement the last is that. */
        void hears(Moment moment, List<String> statements) throws Exception;

        /** What the database answered with an error. */
        default void fails(List<String> statements, Throwable failure) {}
    }

    private final Ear ear;

    private Wiretap(Ear ear) {
        this.ear = ear;
    }

    static DataSource on(DataSource dataSource, Ear ear) {
        Wiretap tap = new Wiretap(ear);
        return proxy(DataSource.class, (method, arguments) -> {
            Object result = invoke(dataSource, method, arguments);
            return result instanceof Connection connection ? tap.wrap(connection) : result;
        });
    }

    private Connection wrap(Connection connection) {
        List<String> statements = new ArrayList<>();
        return proxy(Connection.class, (method, arguments) -> {
            if (ends(method, arguments) && !statements.isEmpty()) {
                List<String> all = List.copyOf(statements);
                statements.clear();
                if (method.getName().equals("rollback")) {
                    return invoke(connection, method, arguments);
                }
                ear.hears(Moment.BEFORE_COMMIT, all);
                Object result = invoke(connection, method, arguments);
                ear.hears(Moment.AFTER_COMMIT, all);
                return result;
            }
            Object result = invoke(connection, method, arguments);
            if (result instanceof PreparedStatement prepared && arguments != null) {
                return wrap(PreparedStatement.class, prepared, String.valueOf(arguments[0]), statements);
            }
            return result instanceof Statement plain ? wrap(Statement.class, plain, "", statements) : result;
        });
    }

    private <S extends Statement> S wrap(Class<S> type, S statement, String prepared, List<String> statements) {
        return proxy(type, (method, arguments) -> {
            if (!method.getName().startsWith("execute")) {
                return invoke(statement, method, arguments);
            }
            String given = arguments != null && arguments[0] instanceof String text ? text : prepared;
            statements.add(given.toLowerCase(Locale.ROOT).strip());
            ear.hears(Moment.BEFORE_STATEMENT, statements);
            Object result;
            try {
                result = invoke(statement, method, arguments);
            } catch (SQLException failure) {
                ear.fails(statements, failure);
                throw failure;
            }
            ear.hears(Moment.AFTER_STATEMENT, statements);
            return result;
        });
    }

    /** To turn auto-commit on commits what is under way. */
    private static boolean ends(Method method, Object @Nullable [] arguments) {
        return method.getName().equals("commit")
                || (method.getName().equals("rollback") && arguments == null)
                || (method.getName().equals("setAutoCommit") && arguments != null && Boolean.TRUE.equals(arguments[0]));
    }

    private interface Call {
        @Nullable Object make(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <I> I proxy(Class<I> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                Wiretap.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> call.make(method, arguments)));
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }
}
