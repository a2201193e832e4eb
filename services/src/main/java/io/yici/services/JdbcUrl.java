package io.yici.services;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of {@code jdbc:driver://host:port/database?parameters}, the form of PostgreSQL's, MySQL's and MariaDB's
 * drivers.
 */
record JdbcUrl(String driver, String host, int port, String database, String parameters) {
    private static final Pattern FORM = Pattern.compile("jdbc:(\\w+)://([^:/?]+)(?::(\\d+))?/([^?]*)(?:\\?(.*))?");

    static JdbcUrl of(String url) {
        Matcher matcher = FORM.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of the form jdbc:driver://host:port/database: " + url);
        }
        String driver = matcher.group(1);
        String port = matcher.group(3);
        return new JdbcUrl(
                driver,
                matcher.group(2),
                port == null ? usualPort(driver) : Integer.parseInt(port),
                matcher.group(4),
                matcher.group(5) == null ? "" : matcher.group(5));
    }

    JdbcUrl withDriver(String other) {
        return new JdbcUrl(other, host, port, database, parameters);
    }

    JdbcUrl withAddress(String otherHost, int otherPort) {
        return new JdbcUrl(driver, otherHost, otherPort, database, parameters);
    }

    JdbcUrl withDatabase(String other) {
        return new JdbcUrl(driver, host, port, other, parameters);
    }

    Optional<String> parameter(String name) {
        for (String pair : parameters.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return Optional.of(URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        String base = "jdbc:" + driver + "://" + host + ":" + port + "/" + database;
        return parameters.isEmpty() ? base : base + "?" + parameters;
    }

    private static int usualPort(String driver) {
        return driver.equals("postgresql") ? 5432 : 3306;
    }
}
