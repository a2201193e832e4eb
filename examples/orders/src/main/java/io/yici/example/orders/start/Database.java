package io.yici.example.orders.start;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The databases the service runs on, told apart by their JDBC URL. */
enum Database {
    SQLITE("jdbc:sqlite:", "db/sqlite.sql"),
    POSTGRES("jdbc:postgresql:", "db/postgres.sql"),
    MYSQL("jdbc:mysql:", "db/mysql.sql"),
    MARIADB("jdbc:mariadb:", "db/mysql.sql");

    private final String urlPrefix;
    private final String script;

    Database(String urlPrefix, String script) {
        this.urlPrefix = urlPrefix;
        this.script = script;
    }

    static Database of(String url) {
        return Arrays.stream(values())
                .filter(database -> url.startsWith(database.urlPrefix))
                .findFirst()
                .orElseThrow(() -> new CannotStartException(
                        "the database URL " + withoutParameters(url) + " is none this service knows: it starts with "
                                + Arrays.stream(values())
                                        .map(database -> database.urlPrefix)
                                        .collect(Collectors.joining(", "))
                                + ".",
                        null));
    }

    /** The class path resource that creates its tables and the products, harmless when they are there. */
    String script() {
        return script;
    }

    /** A URL fit for a message: parameters can hold a password. */
    static String withoutParameters(String url) {
        return url.replaceFirst("[?;].*", "").replaceFirst("//[^/@]*@", "//");
    }
}
