package io.yici.spring.transaction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts the connections that are out, and can let their commits fail. */
final class FailingDataSource extends DelegatingDataSource {
    private final AtomicInteger borrowed = new AtomicInteger();
    private final AtomicInteger aborted = new AtomicInteger();
    private volatile @Nullable String failure;
    private volatile boolean answers = true;

    FailingDataSource(DataSource target) {
        super(target);
    }

    int borrowed() {
        return borrowed.get();
    }

    int aborted() {
        return aborted.get();
    }

    void failCommits(String state, boolean stillAnswers) {
        failure = state;
        answers = stillAnswers;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        borrowed.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(connection, proxy, method, arguments));
    }

    @SuppressWarnings("NullAway") // what JDBC methods return may be null
    private @Nullable Object call(Connection connection, Object proxy, Method method, Object[] arguments)
            throws Throwable {
        switch (method.getName()) {
            case "commit" -> {
                if (failure != null) {
                    throw new SQLException("made to fail", failure);
                }
            }
            case "isValid" -> {
                return answers;
            }
            case "abort" -> aborted.incrementAndGet();
            case "close" -> borrowed.decrementAndGet();
            case "equals" -> {
                return proxy == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            default -> {}
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}
