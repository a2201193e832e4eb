package io.yici.state;

import static io.yici.state.StateMachineTest.Light.AMBER;
import static io.yici.state.StateMachineTest.Light.GREEN;
import static io.yici.state.StateMachineTest.Light.RED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.Operation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be declared, and one row of it in memory; the databases are tried in the module of proofs. */
class StateMachineTest {
    enum Light {
        RED,
        GREEN,
        AMBER
    }

    private static final StateMachine<Light> LIGHTS = lights().build();

    @SuppressWarnings("NullAway.Init") // opened before each test
    private Connection connection;

    private static StateMachineBuilder<Light> lights() {
        return StateMachine.on("lights")
                .key("place")
                .state("light", Light.class)
                .version("revision")
                .movedBy("moved_by")
                .initial(RED)
                .allow(RED, GREEN)
                .allow(GREEN, AMBER)
                .allow(AMBER, RED, GREEN);
    }

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table lights (place varchar(20) primary key, light varchar(10) not null,"
                    + " revision bigint not null, moved_by varchar(64), note varchar(20))");
            statement.execute("insert into lights values ('north', 'RED', 1, null, null)");
        }
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void anAllowedMoveHappensAndTellsTheNewVersion() throws SQLException {
        assertThat(LIGHTS.move(connection, "north", GREEN)).isEqualTo(new Move.Moved<>(GREEN, 2));
        assertThat(LIGHTS.lock(connection, "north")).contains(new Current<>(GREEN, 2, null));
    }

    @Test
    void aRefusedMoveTellsBothStatesAndChangesNothing() throws SQLException {
        assertThat(LIGHTS.move(connection, "north", AMBER)).isEqualTo(new Move.Refused<>(AMBER, RED, 1, null));
        assertThat(LIGHTS.lock(connection, "north")).contains(new Current<>(RED, 1, null));
    }

    @Test
    void aRowThatIsNotThereIsMissing() throws SQLException {
        assertThat(LIGHTS.move(connection, "south", GREEN)).isEqualTo(new Move.Missing<>(GREEN));
        assertThat(LIGHTS.lock(connection, "south")).isEmpty();
    }

    @Test
    void aRepeatIsToldFromAnotherWhoCameFirst() throws SQLException {
        Transition<Light> ours = LIGHTS.to(GREEN).by("controller-1");
        assertThat(ours.move(connection, "north").byThisOperation()).isTrue();
        assertThat(ours.move(connection, "north")).isEqualTo(new Move.AlreadyThere<>(GREEN, 2, "controller-1", true));
        assertThat(LIGHTS.to(GREEN).by("controller-2").move(connection, "north"))
                .isEqualTo(new Move.AlreadyThere<>(GREEN, 2, "controller-1", false));
        assertThat(LIGHTS.move(connection, "north", GREEN).byThisOperation()).isFalse();
    }

    @Test
    void aMoveMayBeNarrowedByStateAndByVersion() throws SQLException {
        LIGHTS.move(connection, "north", GREEN);
        assertThat(LIGHTS.to(AMBER).ifVersion(1).move(connection, "north"))
                .isEqualTo(new Move.Stale<>(AMBER, GREEN, 2));
        assertThat(LIGHTS.to(AMBER).ifVersion(2).set("note", "soon").move(connection, "north"))
                .isEqualTo(new Move.Moved<>(AMBER, 3));
        LIGHTS.move(connection, "north", RED);
        assertThat(LIGHTS.to(GREEN).from(AMBER).move(connection, "north"))
                .isEqualTo(new Move.Refused<>(GREEN, RED, 4, null));
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws SQLException {
        connection.setAutoCommit(true);
        assertThatThrownBy(() -> LIGHTS.move(connection, "north", GREEN))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("auto-commit");
        assertThat(Operation.current()).isEmpty();
    }

    @Test
    void aStateThatNoMoveReachesIsRefusedAtBuild() {
        StateMachineBuilder<Light> forgetful = StateMachine.on("lights")
                .state("light", Light.class)
                .initial(RED)
                .allow(RED, GREEN);
        assertThatThrownBy(forgetful::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot reach AMBER");
        assertThatThrownBy(() -> StateMachine.on("lights")
                        .state("light", Light.class)
                        .allow(RED, GREEN)
                        .allow(GREEN, AMBER)
                        .allow(AMBER, RED)
                        .build())
                .hasMessageContaining("initial(");
    }

    @Test
    void aMoveThatNoStateAllowsIsRefusedBeforeAnyStatement() {
        StateMachine<Light> oneWay = StateMachine.on("lights")
                .state("light", Light.class)
                .allow(RED, GREEN)
                .allow(GREEN, AMBER)
                .build();
        assertThat(oneWay.initial()).containsExactly(RED);
        assertThatThrownBy(() -> oneWay.to(RED)).hasMessageContaining("no state of lights allows a move to RED");
        assertThatThrownBy(() -> oneWay.to(AMBER).from(RED)).hasMessageContaining("not from [RED]");
        assertThatThrownBy(() -> lights().allow(RED, RED)).hasMessageContaining("to itself");
    }

    @Test
    void namesThatAreNoNamesNeverReachAStatement() {
        assertThatThrownBy(() -> StateMachine.on("lights; drop table lights")).hasMessageContaining("table must be");
        assertThatThrownBy(() -> StateMachine.on("lights").key("a b")).hasMessageContaining("key must be");
        assertThatThrownBy(() -> LIGHTS.to(GREEN).set("note = 1, light", 1)).hasMessageContaining("column must be");
        assertThat(StateMachine.on("traffic.\"order\"")).isNotNull();
    }

    @Test
    void theMachinesOwnColumnsAreNotSetByHand() {
        for (String own : new String[] {"light", "REVISION", "\"moved_by\"", "place"}) {
            assertThatThrownBy(() -> LIGHTS.to(GREEN).set(own, 1)).hasMessageContaining("kept by the state machine");
        }
        Transition<Light> once = LIGHTS.to(GREEN).set("note", "a");
        assertThatThrownBy(() -> once.set("NOTE", "b")).hasMessageContaining("set already");
        assertThatThrownBy(() -> LIGHTS.to(GREEN).set("note", Instant.EPOCH)).hasMessageContaining("Instant");
    }

    @Test
    void whoMovesFitsTheColumn() {
        assertThatThrownBy(() -> LIGHTS.to(GREEN).by("x".repeat(65))).hasMessageContaining("the limit is 64");
        assertThatThrownBy(() -> StateMachine.on("lights")
                        .state("light", Light.class)
                        .initial(RED)
                        .allow(RED, GREEN, AMBER)
                        .build()
                        .to(GREEN)
                        .by("x"))
                .hasMessageContaining("no movedBy column");
    }

    @Test
    void storedTextsMustTellTheStatesApart() {
        assertThatThrownBy(() -> StateMachine.on("lights").state("light", Light.class, light -> "same"))
                .hasMessageContaining("would both be stored as 'same'");
        assertThatThrownBy(() -> StateMachine.on("lights").state("light", Light.class, light -> " "))
                .hasMessageContaining("without blanks");
    }
}
