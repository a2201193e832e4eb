package io.yici.state;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a table can carry a state machine. Asks once, at start; reads at most {@value #SAMPLE} rows. */
final class TableCheck<S extends Enum<S>> {
    static final int SAMPLE = 10_000;

    private static final Set<Integer> TEXTS = Set.of(
            Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR, Types.OTHER);
    private static final Set<Integer> NUMBERS = Set.of(Types.INTEGER, Types.BIGINT, Types.SMALLINT, Types.TINYINT);

    private final StateMachine<S> machine;
    private final Connection connection;
    private final List<String> problems = new ArrayList<>();
    private boolean columnMissing;
    private @Nullable String tooShort;

    private TableCheck(StateMachine<S> machine, Connection connection) {
        this.machine = machine;
        this.connection = connection;
    }

    /** One sentence with its remedy for each thing that is wrong. */
    static <S extends Enum<S>> List<String> problems(StateMachine<S> machine, Connection connection)
            throws SQLException {
        TableCheck<S> check = new TableCheck<>(machine, connection);
        try (Statement statement = connection.createStatement()) {
            check.run(statement);
        }
        return List.copyOf(check.problems);
    }

    private void run(Statement statement) throws SQLException {
        try (ResultSet none = statement.executeQuery("SELECT * FROM " + machine.table() + " WHERE 1 = 0")) {
            checkColumns(none.getMetaData());
        } catch (SQLException error) {
            String state = String.valueOf(error.getSQLState());
            if (state.startsWith("08") || state.startsWith("57")) {
                throw error;
            }
            problems.add("Table " + machine.table() + " of the states of " + type() + " is missing or cannot be read: "
                    + String.valueOf(error.getMessage()).replaceAll("\\s+", " ")
                    + ". Create it, or grant SELECT and UPDATE on it.");
            return;
        }
        if (columnMissing) {
            return;
        }
        if (!UniqueKey.is(connection, machine.table(), machine.keyColumn())) {
            problems.add(
                    "Column " + machine.keyColumn() + " of " + machine.table() + " is not a primary or unique key by"
                            + " itself, so a move could change several rows. Add a unique key, or name another column by key(…).");
        }
        checkAllowed();
        checkStored(statement);
    }

    private void checkColumns(ResultSetMetaData found) throws SQLException {
        Map<String, Integer> columns = new HashMap<>();
        for (int column = 1; column <= found.getColumnCount(); column++) {
            columns.put(Names.bare(found.getColumnName(column)), column);
        }
        find(columns, machine.keyColumn());
        int state = find(columns, machine.states().column());
        if (state > 0) {
            checkState(found, state);
        }
        int version = find(columns, machine.versionColumn());
        if (version > 0) {
            checkVersion(found, version);
        }
        String movedBy = machine.movedByColumn();
        int mover = movedBy == null ? 0 : find(columns, movedBy);
        if (mover > 0) {
            checkMovedBy(found, mover);
        }
    }

    private int find(Map<String, Integer> columns, String name) {
        Integer column = columns.get(Names.bare(name));
        if (column == null) {
            columnMissing = true;
            problems.add("Column " + name + " of " + machine.table()
                    + " is missing. Add it, or name the right one in the" + " state machine.");
            return 0;
        }
        return column;
    }

    private void checkState(ResultSetMetaData found, int column) throws SQLException {
        int type = found.getColumnType(column);
        Set<String> texts = machine.states().texts();
        int longest = texts.stream().mapToInt(String::length).max().orElse(0);
        if (NUMBERS.contains(type) && texts.stream().allMatch(text -> text.matches("-?[0-9]+"))) {
            return;
        }
        if (!TEXTS.contains(type)) {
            problem(
                    found,
                    column,
                    "does not hold the texts of " + type(),
                    "Make it a text, or map the states to numbers.");
        } else if (isShorter(found, column, longest)) {
            tooShort = faultOf(
                    found, column, "is too short for the longest state of " + type(), "Widen it to " + longest + ".");
        }
    }

    private void checkVersion(ResultSetMetaData found, int column) throws SQLException {
        int type = found.getColumnType(column);
        boolean whole = type == Types.INTEGER
                || type == Types.BIGINT
                || (type == Types.NUMERIC || type == Types.DECIMAL) && found.getScale(column) == 0;
        if (!whole) {
            problem(found, column, "is no whole number of at least 32 bits", "Make it BIGINT NOT NULL.");
        } else if (found.isNullable(column) == ResultSetMetaData.columnNullable) {
            problem(found, column, "may be null, and null + 1 is null", "Make it NOT NULL, with 0 in old rows.");
        }
    }

    private void checkMovedBy(ResultSetMetaData found, int column) throws SQLException {
        if (!TEXTS.contains(found.getColumnType(column)) || isShorter(found, column, Transition.BY_BYTES)) {
            problem(found, column, "does not hold the id of an operation", "Make it VARCHAR(64).");
        } else if (found.isNullable(column) == ResultSetMetaData.columnNoNulls) {
            problem(found, column, "may not be null, which a move by nobody known writes", "Let it be null.");
        }
    }

    /** A length of 0 is none. */
    private static boolean isShorter(ResultSetMetaData found, int column, int length) throws SQLException {
        int room = found.getPrecision(column);
        return room > 0 && room < length;
    }

    private void problem(ResultSetMetaData found, int column, String fault, String remedy) throws SQLException {
        problems.add(faultOf(found, column, fault, remedy));
    }

    private String faultOf(ResultSetMetaData found, int column, String fault, String remedy) throws SQLException {
        return "Column " + Names.bare(found.getColumnName(column)) + " of " + machine.table() + " ("
                + found.getColumnTypeName(column) + ") " + fault + ". " + remedy;
    }

    /** An enum type that lacks the longest state is also too short for it, which is no help to anybody. */
    private void checkAllowed() throws SQLException {
        AllowedValues allowed = new AllowedValues(
                connection,
                Wording.of(connection),
                machine.table(),
                machine.states().column());
        int before = problems.size();
        for (Set<String> list : allowed.lists()) {
            String refused = machine.states().all().stream()
                    .map(machine.states()::text)
                    .filter(text -> !list.contains(text))
                    .collect(Collectors.joining(", "));
            if (!refused.isEmpty()) {
                problems.add("Column " + machine.states().column() + " of " + machine.table() + " allows " + list
                        + " and not " + refused + ", so moves there would fail. Extend its enum type or CHECK"
                        + " constraint.");
            }
        }
        if (tooShort != null && problems.size() == before) {
            problems.add(tooShort);
        }
    }

    private void checkStored(Statement statement) throws SQLException {
        String column = machine.states().column();
        try (ResultSet values = statement.executeQuery("SELECT DISTINCT " + column + " FROM (SELECT " + column
                + " FROM " + machine.table() + " LIMIT " + SAMPLE + ") found")) {
            while (values.next()) {
                String text = values.getString(1);
                if (machine.states().of(text) == null) {
                    problems.add("Rows of " + machine.table() + " have " + column + " '" + text
                            + "', which is no state of " + type() + ". Add the constant, or correct the rows.");
                }
            }
        }
    }

    private String type() {
        return machine.states().all().get(0).getDeclaringClass().getSimpleName();
    }
}
