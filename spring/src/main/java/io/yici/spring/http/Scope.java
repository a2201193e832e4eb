package io.yici.spring.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriTemplate;

/**
 * What of an address narrows an operation: the path variables, by name, so that the address may be renamed around them;
 * and the whole path where the pattern has a wildcard that no variable catches.
 */
final class Scope {
    private static final String PATH = "path";

    private Scope() {}

    static List<String> of(String pattern, Map<String, String> variables, String path) {
        List<String> scope = new ArrayList<>();
        new TreeMap<>(variables).forEach((name, value) -> {
            scope.add(name);
            scope.add(value);
        });
        if (hasBareWildcard(pattern)) {
            scope.add(PATH);
            scope.add(path);
        }
        return scope;
    }

    /** The scope of a pattern with the values of its variables given by name; null when one is missing. */
    static @Nullable List<String> given(String pattern, Map<String, String> parameters) {
        Map<String, String> variables = new TreeMap<>();
        for (String variable : new UriTemplate(pattern).getVariableNames()) {
            String name = variable.startsWith("*") ? variable.substring(1) : variable;
            String value = parameters.get(name);
            if (value == null) {
                return null;
            }
            variables.put(name, value);
        }
        String path = parameters.getOrDefault(PATH, "");
        return path.isEmpty() && hasBareWildcard(pattern) ? null : of(pattern, variables, path);
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
