package io.yici.spring.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.web.method.HandlerMethod;

/**
 * Where a request leads.
 *
 * @param handler the method that will answer
 * @param pattern how it is mapped
 * @param path the path of the request as it was looked up
 * @param variables its decoded path variables
 * @param matrixVariables what came after semicolons, where the application reads it
 */
record Target(
        HandlerMethod handler,
        String pattern,
        String path,
        Map<String, String> variables,
        List<String> matrixVariables) {

    /**
     * What narrows the operation: the path variables, by name, so that a URL may be renamed around them; and the whole
     * path where the pattern has a wildcard that no variable catches.
     */
    List<String> scope() {
        List<String> scope = new ArrayList<>();
        new TreeMap<>(variables).forEach((name, value) -> {
            scope.add(name);
            scope.add(value);
        });
        if (hasBareWildcard(pattern)) {
            scope.add("path");
            scope.add(path);
        }
        return scope;
    }

    static boolean hasBareWildcard(String pattern) {
        int depth = 0;
        for (int at = 0; at < pattern.length(); at++) {
            char each = pattern.charAt(at);
            depth += each == '{' ? 1 : each == '}' ? -1 : 0;
            if (depth == 0 && (each == '*' || each == '?')) {
                return true;
            }
        }
        return false;
    }
}
