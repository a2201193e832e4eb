package io.yici.jdbc;

import io.yici.MisuseException;
import io.yici.Operation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;

/**
 * The connection as business code gets it: everything but the ways to end the transaction behind Yici's back, which
 * would commit half of the work, or leave the locks of the run on a connection that is gone.
 */
final class WorkConnection {
    private static final Set<String> NOT_YOURS =
            Set.of("close", "commit", "setAutoCommit", "abort", "setTransactionIsolation");

    private WorkConnection() {}

    static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                WorkConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    String name = method.getName();
                    if (NOT_YOURS.contains(name) || (name.equals("rollback") && arguments == null)) {
                        throw new MisuseException(
                                Operation.current().orElse(null),
                                "The work called " + name + "() on the connection of its run, which belongs to Yici.",
                                null);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getTargetException();
                    }
                });
    }
}
