package io.yici.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Map;

/** Servers that cannot be had in a test, as far as they answer questions about themselves. */
final class Pretence {
    private Pretence() {}

    /**
     * Answers each query by the longest key it contains, with one row; others with none. The second column repeats the
     * first.
     */
    static Statement answering(Map<String, String> answers) {
        return as(Statement.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "executeQuery" -> row(answerTo((String) arguments[0], answers));
            default -> null;
        });
    }

    /** A connection to a product of this name. */
    static Connection to(String product, Map<String, String> answers) {
        DatabaseMetaData metaData = as(DatabaseMetaData.class, (proxy, method, arguments) -> product);
        return as(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "getMetaData" -> metaData;
            case "createStatement" -> answering(answers);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static String answerTo(String query, Map<String, String> answers) {
        return answers.entrySet().stream()
                .filter(answer -> query.contains(answer.getKey()))
                .max(Comparator.comparing(answer -> answer.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse("");
    }

    private static ResultSet row(String value) {
        return as(ResultSet.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "next" -> !value.isEmpty();
            case "getString" -> value;
            default -> null;
        });
    }

    private static <T> T as(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Pretence.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
