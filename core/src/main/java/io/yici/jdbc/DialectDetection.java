package io.yici.jdbc;

import io.yici.SetupException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * Finds out which database a connection leads to: by what the server itself says, since one driver may lead to several
 * (Connector/J to MariaDB, the MariaDB driver to MySQL, pgjdbc to many that resemble PostgreSQL).
 */
final class DialectDetection {
    /** Servers that speak PostgreSQL's or MySQL's protocol and keep other promises. */
    private static final List<String> RESEMBLING = List.of(
            "CockroachDB",
            "Yugabyte",
            "-YB-",
            "Redshift",
            "Greenplum",
            "openGauss",
            "GaussDB",
            "Materialize",
            "RisingWave",
            "QuestDB",
            "CrateDB",
            "TiDB",
            "Vitess",
            "OceanBase",
            "SingleStore",
            "MemSQL",
            "Doris",
            "StarRocks");

    private DialectDetection() {}

    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> known(product, version(connection, "SELECT version()"));
            case "mysql", "mariadb" ->
                known(product, version(connection, "SELECT CONCAT(VERSION(), ' ', @@version_comment)"));
            case "sqlite" -> Dialects.SQLITE;
            case "h2" -> Dialects.H2;
            default -> throw unknown(product);
        };
    }

    private static Dialect known(String product, String version) {
        String lower = version.toLowerCase(Locale.ROOT);
        for (String resembling : RESEMBLING) {
            if (lower.contains(resembling.toLowerCase(Locale.ROOT))) {
                throw unknown(resembling + " (" + version + ")");
            }
        }
        if (product.equalsIgnoreCase("PostgreSQL")) {
            if (!lower.startsWith("postgresql")) {
                throw unknown(version);
            }
            return Dialects.POSTGRESQL;
        }
        return lower.contains("mariadb") ? Dialects.MARIADB : Dialects.MYSQL;
    }

    private static String version(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static SetupException unknown(String product) {
        return new SetupException(
                List.of("The database is " + product + ", whose locking Yici has not been proved on. Use PostgreSQL 15"
                        + " or newer, MySQL 8, MariaDB 10.11 or newer, SQLite 3.40 or newer, or H2 2 (for tests)."),
                null);
    }
}
