package io.yici.state;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a database says it allows in a column: the members of an enum type, the list of a CHECK constraint. */
record AllowedValues(Connection connection, Wording wording, String table, String column) {
    private static final String HERE = " AND LOWER(%s) = LOWER(?)";

    /** Each list that applies; empty where nothing is said, or nothing that can be read as a list. */
    List<Set<String>> lists() throws SQLException {
        List<Set<String>> lists = new ArrayList<>();
        switch (wording) {
            case POSTGRESQL -> {
                members(
                        lists,
                        "SELECT e.enumlabel FROM pg_enum e JOIN pg_attribute a ON a.atttypid = e.enumtypid"
                                + " WHERE a.attrelid = CAST(? AS regclass) AND LOWER(a.attname) = LOWER(?)");
                clauses(
                        lists,
                        "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'"
                                + " AND conrelid = CAST(? AS regclass)");
            }
            case INNODB -> {
                clauses(
                        lists,
                        "SELECT column_type FROM information_schema.columns WHERE data_type = 'enum'"
                                + " AND table_schema = " + schema("DATABASE()") + HERE.formatted("table_name")
                                + HERE.formatted("column_name"));
                innodbChecks(lists);
            }
            case H2 -> {
                members(
                        lists,
                        "SELECT v.value_name FROM information_schema.enum_values v JOIN"
                                + " information_schema.columns c ON v.object_schema = c.table_schema AND v.object_name ="
                                + " c.table_name AND v.enum_identifier = c.dtd_identifier WHERE LOWER(c.table_schema) = LOWER("
                                + schema("CURRENT_SCHEMA") + ")" + HERE.formatted("c.table_name")
                                + HERE.formatted("c.column_name"));
                clauses(
                        lists,
                        "SELECT c.check_clause FROM information_schema.check_constraints c JOIN"
                                + " information_schema.table_constraints t ON t.constraint_schema = c.constraint_schema AND"
                                + " t.constraint_name = c.constraint_name WHERE LOWER(t.table_schema) = LOWER("
                                + schema("CURRENT_SCHEMA") + ")" + HERE.formatted("t.table_name"));
            }
            case SQLITE -> {
                for (String create :
                        texts("SELECT sql FROM sqlite_master WHERE type = 'table' AND LOWER(name) = LOWER(?)")) {
                    ValueList.checks(create)
                            .forEach(clause -> ValueList.of(clause, column).ifPresent(lists::add));
                }
            }
        }
        return lists;
    }

    /** MariaDB names a constraint within its table, MySQL within its database; before 8.0.16 MySQL had none. */
    private void innodbChecks(List<Set<String>> lists) throws SQLException {
        boolean namedWithinTable = !texts(
                        "SELECT column_name FROM information_schema.columns WHERE LOWER(table_schema) ="
                                + " 'information_schema' AND LOWER(table_name) = 'check_constraints'"
                                + " AND LOWER(column_name) = 'table_name' AND ? <> ''")
                .isEmpty();
        if (namedWithinTable) {
            clauses(
                    lists,
                    "SELECT check_clause FROM information_schema.check_constraints WHERE constraint_schema = "
                            + schema("DATABASE()") + HERE.formatted("table_name"));
        } else if (!texts("SELECT table_name FROM information_schema.tables WHERE LOWER(table_schema) ="
                        + " 'information_schema' AND LOWER(table_name) = 'check_constraints' AND ? <> ''")
                .isEmpty()) {
            clauses(
                    lists,
                    "SELECT c.check_clause FROM information_schema.check_constraints c JOIN"
                            + " information_schema.table_constraints t ON t.constraint_schema = c.constraint_schema AND"
                            + " t.constraint_name = c.constraint_name WHERE t.table_schema = " + schema("DATABASE()")
                            + HERE.formatted("t.table_name"));
        }
    }

    private void members(List<Set<String>> lists, String query) throws SQLException {
        Set<String> members = new LinkedHashSet<>(texts(query));
        if (!members.isEmpty()) {
            lists.add(members);
        }
    }

    private void clauses(List<Set<String>> lists, String query) throws SQLException {
        for (String clause : texts(query)) {
            Optional<Set<String>> list = ValueList.of(clause, column);
            list.ifPresent(lists::add);
        }
    }

    /** The first parameter is the table, a second one the column. */
    private List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(query)) {
            select.setString(1, wording == Wording.POSTGRESQL ? table : Names.bare(table));
            if (query.indexOf('?') != query.lastIndexOf('?')) {
                select.setString(2, Names.bare(column));
            }
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
        }
        return texts;
    }

    /** The table's schema as a literal; checked to be a plain name when the machine was declared. */
    private String schema(String standard) {
        int dot = table.indexOf('.');
        return dot < 0 ? standard : "'" + Names.unquoted(table.substring(0, dot)) + "'";
    }
}
