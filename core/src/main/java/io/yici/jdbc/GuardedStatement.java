package io.yici.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A statement whose failures make its connection look whether the transaction is still there. */
record GuardedStatement(GuardedConnection guard, Connection connection, Statement statement, String prepared)
        implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.startsWith("execute")) {
            return execute(method, arguments);
        }
        return switch (name) {
            case "getConnection" -> connection;
            case "equals" -> proxy == arguments[0];
            default -> SqliteGuard.call(statement, method, arguments);
        };
    }

    private Object execute(Method method, Object[] arguments) throws Throwable {
        Object answer;
        try {
            answer = SqliteGuard.call(statement, method, arguments);
        } catch (SQLException error) {
            guard.look(error);
            throw error;
        }
        String sql = arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : prepared;
        if (GuardedConnection.endsTransaction(sql)) {
            guard.look(null);
        }
        return answer;
    }
}
