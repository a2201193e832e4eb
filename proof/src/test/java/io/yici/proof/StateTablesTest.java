package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.SetupException;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.state.Move;
import io.yici.state.StateMachine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Which tables can carry a state machine, and what the check at start says of those that cannot. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class StateTablesTest {
    enum Door {
        OPEN,
        SHUT,
        LOCKED
    }

    private static final String REST = ", version bigint not null, moved_by varchar(64))";

    @Parameter
    Ground ground;

    private static FreshDatabase database;

    private static DataSource dataSource;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        database = given.database().create("doors");
        dataSource = database.pool(4);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        database.close();
    }

    @Test
    void aTableThatFitsIsTakenAndUsed() throws SQLException {
        create(
                "good",
                "id varchar(20) primary key, state varchar(10) not null check (state in ('OPEN','SHUT','LOCKED'))"
                        + REST);
        insert("good", "'a', 'OPEN', 1, null");
        doors("good").check(dataSource);
        assertThat(moved(doors("good"), "a")).isEqualTo(new Move.Moved<>(Door.SHUT, 2));
    }

    @Test
    void aMissingTableIsToldByItsName() {
        assertThatThrownBy(() -> doors("nowhere").check(dataSource))
                .isInstanceOfSatisfying(
                        SetupException.class,
                        refused -> assertThat(refused.problems())
                                .singleElement()
                                .asString()
                                .contains(
                                        "Table nowhere of the states of Door is missing or cannot be read",
                                        "Create it"));
    }

    @Test
    void everyMissingColumnIsTold() throws SQLException {
        create("bare", "id varchar(20) primary key)");
        assertThat(problems("bare"))
                .hasSize(3)
                .anyMatch(problem -> problem.contains("Column state of bare is missing"))
                .anyMatch(problem -> problem.contains("Column version of bare is missing"))
                .anyMatch(problem -> problem.contains("Column moved_by of bare is missing"));
    }

    @Test
    void columnsThatDoNotFitAreTold() throws SQLException {
        create(
                "odd",
                "id varchar(20) primary key, state varchar(3) not null, version bigint, moved_by varchar(20) not null)");
        assertThat(problems("odd"))
                .hasSize(3)
                .anyMatch(problem -> problem.contains("state of odd") && problem.contains("Widen it to 6"))
                .anyMatch(problem -> problem.contains("version of odd") && problem.contains("NOT NULL"))
                .anyMatch(problem -> problem.contains("moved_by of odd") && problem.contains("VARCHAR(64)"));
        create(
                "odder",
                "id varchar(20) primary key, state integer not null, version varchar(9) not null,"
                        + " moved_by varchar(64) not null)");
        assertThat(problems("odder"))
                .hasSize(3)
                .anyMatch(problem -> problem.contains("state of odder") && problem.contains("map the states"))
                .anyMatch(problem -> problem.contains("version of odder") && problem.contains("whole number"))
                .anyMatch(problem -> problem.contains("moved_by of odder") && problem.contains("Let it be null"));
    }

    @Test
    void aKeyThatIsNotUniqueIsTold() throws SQLException {
        create("twins", "id varchar(20) not null, state varchar(10) not null" + REST);
        assertThat(problems("twins")).singleElement().asString().contains("id of twins is not a primary or unique key");
        create(
                "paired",
                "id varchar(20) not null, other varchar(20) not null, state varchar(10) not null"
                        + REST.replace("))", "), primary key (id, other))"));
        assertThat(problems("paired")).singleElement().asString().contains("not a primary or unique key");
        execute("create unique index twins_id on twins (id)");
        assertThat(problems("twins")).isEmpty();
    }

    @Test
    void aCheckThatForgetsAStateIsTold() throws SQLException {
        create(
                "strict",
                "id varchar(20) primary key, state varchar(10) not null check (state in ('OPEN', 'SHUT'))" + REST);
        if (ground.database() != TestDatabase.MYSQL) { // which keeps no checks before 8.0.16
            assertThat(problems("strict"))
                    .singleElement()
                    .asString()
                    .contains("[OPEN, SHUT] and not LOCKED", "CHECK constraint");
        }
        create(
                "other_checks",
                "id varchar(20) primary key, state varchar(10) not null check (state <> 'GONE')"
                        + REST.replace("))", "), check (version > 0 or state = 'OPEN'))"));
        assertThat(problems("other_checks")).isEmpty();
    }

    @Test
    void anEnumTypeThatForgetsAStateIsToldAndOneThatDoesNotIsUsed() throws SQLException {
        if (ground.database() == TestDatabase.SQLITE) {
            return; // has no enum types
        }
        boolean postgresql = ground.database() == TestDatabase.POSTGRESQL;
        if (postgresql) {
            execute("create type two_doors as enum ('OPEN', 'SHUT')");
            execute("create type all_doors as enum ('OPEN', 'SHUT', 'LOCKED')");
        }
        create(
                "two",
                "id varchar(20) primary key, state " + (postgresql ? "two_doors" : "enum('OPEN', 'SHUT')") + " not null"
                        + REST);
        assertThat(problems("two")).singleElement().asString().contains("not LOCKED");
        create(
                "three",
                "id varchar(20) primary key, state " + (postgresql ? "all_doors" : "enum('OPEN', 'SHUT', 'LOCKED')")
                        + " not null" + REST);
        insert("three", "'a', 'OPEN', 1, null");
        assertThat(problems("three")).isEmpty();
        assertThat(moved(doors("three"), "a")).isEqualTo(new Move.Moved<>(Door.SHUT, 2));
    }

    @Test
    void aStoredValueThatIsNoStateIsTold() throws SQLException {
        create("stray", "id varchar(20) primary key, state varchar(10) not null" + REST);
        insert("stray", "'a', 'AJAR', 1, null");
        insert("stray", "'b', 'OPEN', 1, null");
        assertThat(problems("stray")).singleElement().asString().contains("'AJAR', which is no state of Door");
        assertThatThrownBy(() -> moved(doors("stray"), "a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("state 'AJAR', which is none of [OPEN, SHUT, LOCKED]");
    }

    @Test
    void theMoverInAFixedWidthColumnIsKnownAgain() throws SQLException {
        create(
                "signed",
                "id varchar(20) primary key, state varchar(10) not null, version bigint not null, moved_by char(64))");
        insert("signed", "'a', 'OPEN', 1, null");
        doors("signed").check(dataSource);
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            doors("signed").to(Door.SHUT).by("event-1").move(connection, "a");
            connection.commit();
            assertThat(doors("signed").to(Door.SHUT).by("event-1").move(connection, "a"))
                    .isEqualTo(new Move.AlreadyThere<>(Door.SHUT, 2, "event-1", true));
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Test
    void statesMayBeStoredAsNumbersAndInPaddedColumns() throws SQLException {
        create("coded", "id varchar(20) primary key, state integer not null" + REST);
        insert("coded", "'a', 10, 1, null");
        StateMachine<Door> coded = StateMachine.on("coded")
                .state("state", Door.class, door -> String.valueOf((door.ordinal() + 1) * 10))
                .movedBy("moved_by")
                .allow(Door.OPEN, Door.SHUT)
                .allow(Door.SHUT, Door.LOCKED)
                .build();
        coded.check(dataSource);
        assertThat(moved(coded, "a")).isEqualTo(new Move.Moved<>(Door.SHUT, 2));
        assertThat(moved(coded, "a")).isEqualTo(new Move.AlreadyThere<>(Door.SHUT, 2, null, false));
        create("padded", "id varchar(20) primary key, state char(10) not null" + REST);
        insert("padded", "'a', 'OPEN      ', 1, null");
        if (ground.database() != TestDatabase.SQLITE) { // to which the blanks are part of the value
            doors("padded").check(dataSource);
            assertThat(moved(doors("padded"), "a")).isEqualTo(new Move.Moved<>(Door.SHUT, 2));
        }
    }

    @Test
    void reservedWordsAreTakenInQuotes() throws SQLException {
        String quote = ground.isInnoDb() ? "`" : "\"";
        String order = quote + "order" + quote;
        String from = quote + "from" + quote;
        create(order, "id varchar(20) primary key, " + from + " varchar(10) not null" + REST);
        insert(order, "'a', 'OPEN', 1, null");
        StateMachine<Door> quoted = StateMachine.on(order)
                .state(from, Door.class)
                .allow(Door.OPEN, Door.SHUT)
                .allow(Door.SHUT, Door.LOCKED)
                .build();
        quoted.check(dataSource);
        assertThat(moved(quoted, "a").moved()).isTrue();
    }

    @Test
    void aTableMayBeNamedWithItsSchema() throws SQLException {
        String schema = switch (ground.database()) {
            case POSTGRESQL -> "public";
            case MYSQL, MARIADB -> database.name();
            case SQLITE -> "main";
            case H2 -> "public";
        };
        create("placed", "id varchar(20) primary key, state varchar(10) not null" + REST);
        insert("placed", "'a', 'OPEN', 1, null");
        StateMachine<Door> placed = doors(schema + ".placed");
        placed.check(dataSource);
        assertThat(moved(placed, "a").moved()).isTrue();
    }

    private static StateMachine<Door> doors(String table) {
        return StateMachine.on(table)
                .state("state", Door.class)
                .movedBy("moved_by")
                .initial(Door.OPEN)
                .allow(Door.OPEN, Door.SHUT)
                .allow(Door.SHUT, Door.OPEN, Door.LOCKED)
                .allow(Door.LOCKED, Door.SHUT)
                .build();
    }

    private static List<String> problems(String table) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return doors(table).problems(connection);
        }
    }

    private static Move<Door> moved(StateMachine<Door> machine, String id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                return machine.move(connection, id, Door.SHUT);
            } finally {
                connection.commit();
                connection.setAutoCommit(true);
            }
        }
    }

    private static void create(String table, String columns) throws SQLException {
        execute("create table " + table + " (" + columns);
    }

    private static void insert(String table, String values) throws SQLException {
        execute("insert into " + table + " values (" + values + ")");
    }

    private static void execute(String statement) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement execution = connection.createStatement()) {
            execution.execute(statement);
        }
    }
}
