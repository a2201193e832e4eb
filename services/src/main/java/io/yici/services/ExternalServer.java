package io.yici.services;

import java.util.Map;
import java.util.Optional;

/**
 * A server somebody else runs, named by {@code YICI_TEST_…_URL} and, where the URL does not say them, {@code …_USER}
 * and {@code …_PASSWORD}.
 */
final class ExternalServer {
    private ExternalServer() {}

    static Optional<Login> named(String variable, Map<String, String> environment) {
        return Optional.ofNullable(environment.get(variable + "_URL"))
                .filter(url -> !url.isBlank())
                .map(url -> new Login(
                        url,
                        environment.getOrDefault(variable + "_USER", parameter(url, "user")),
                        environment.getOrDefault(variable + "_PASSWORD", parameter(url, "password"))));
    }

    private static String parameter(String url, String name) {
        return JdbcUrl.of(url).parameter(name).orElse("");
    }
}
