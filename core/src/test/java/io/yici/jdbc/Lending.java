package io.yici.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A pool of one connection, which shows in what state it came back. */
final class Lending {
    private final Dialect dialect;
    private final Connection connection;
    private boolean closed = true;

    Lending(DataSource dataSource) throws SQLException {
        this.connection = dataSource.getConnection();
        this.dialect = DialectDetection.of(connection);
    }

    DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                Lending.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> lend());
    }

    private Connection lend() {
        closed = false;
        return (Connection) Proxy.newProxyInstance(
                Lending.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed = true;
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    Dialect dialect() {
        return dialect;
    }

    Connection last() {
        return connection;
    }

    boolean closed() {
        return closed;
    }
}
