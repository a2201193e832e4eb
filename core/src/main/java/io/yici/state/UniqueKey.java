package io.yici.state;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for a primary or unique key of one column. */
final class UniqueKey {
    private UniqueKey() {}

    /** Whether no two rows of the table can have the same value in the column. */
    static boolean is(Connection connection, String table, String column) throws SQLException {
        int dot = table.indexOf('.');
        String schema = dot < 0 ? null : Names.unquoted(table.substring(0, dot));
        String name = Names.unquoted(table.substring(dot + 1));
        for (String spelling : spellings(name)) {
            for (String place : schema == null ? Set.of("") : spellings(schema)) {
                if (isUnique(connection, place.isEmpty() ? null : place, spelling, Names.bare(column))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Unquoted names are stored in upper case, lower case, or as written, depending on the database. */
    private static Set<String> spellings(String name) {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(name);
        spellings.add(name.toLowerCase(Locale.ROOT));
        spellings.add(name.toUpperCase(Locale.ROOT));
        return spellings;
    }

    private static boolean isUnique(Connection connection, @Nullable String schema, String table, String column)
            throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        boolean catalogs = data.getDatabaseProductName().matches("(?i)mysql|mariadb");
        String catalog = catalogs && schema != null ? schema : connection.getCatalog();
        String place = catalogs ? null : schema != null ? schema : connection.getSchema();
        Map<String, Set<String>> keys = new HashMap<>();
        try (ResultSet rows = data.getPrimaryKeys(catalog, place, table)) {
            while (rows.next()) {
                add(keys, "primary key", rows.getString("COLUMN_NAME"));
            }
        }
        try (ResultSet rows = data.getIndexInfo(catalog, place, table, true, true)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                if (index != null && !rows.getBoolean("NON_UNIQUE")) {
                    add(keys, index, rows.getString("COLUMN_NAME"));
                    if (rows.getString("FILTER_CONDITION") != null) {
                        add(keys, index, "only where " + rows.getString("FILTER_CONDITION"));
                    }
                }
            }
        }
        return keys.containsValue(Set.of(column));
    }

    private static void add(Map<String, Set<String>> keys, String key, @Nullable String column) {
        keys.computeIfAbsent(key, none -> new LinkedHashSet<>())
                .add(column == null ? "an expression" : Names.bare(column));
    }
}
