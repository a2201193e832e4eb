package io.yici.proof;

import static io.yici.proof.Parcels.STATES;
import static io.yici.proof.Parcels.Status.CALLED_OFF;
import static io.yici.proof.Parcels.Status.NEW;
import static io.yici.proof.Parcels.Status.PACKED;
import static io.yici.proof.Parcels.Status.SENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Operation;
import io.yici.jdbc.JdbcYici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.proof.Parcels.Status;
import io.yici.state.Current;
import io.yici.state.Entry;
import io.yici.state.Move;
import io.yici.state.Transition;
import io.yici.test.Race;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Moves between states on every database and isolation level: cases S1, S2, S5, S6 and B55. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class MovesTest {
    private static final int ROUNDS = 10;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Parameter
    Ground ground;

    private static Parcels parcels;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        parcels = Parcels.open(given);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        parcels.close();
    }

    /** Case S1. */
    @Test
    void ofTwoEventsOnOneRowOneWinsAndTheOtherLearnsTheState() {
        for (int round = 0; round < ROUNDS; round++) {
            String parcel = parcels.fresh(PACKED);
            List<Move<Status>> moves = race(2, runner -> STATES.to(runner == 0 ? SENT : CALLED_OFF), parcel);
            List<Move<Status>> won = moves.stream().filter(Move::moved).toList();
            assertThat(won).hasSize(1);
            Status winner = won.get(0).target();
            Status loser = winner == SENT ? CALLED_OFF : SENT;
            assertThat(moves).contains(new Move.Refused<>(loser, winner, 2, null));
            assertThat(parcels.statusOf(parcel)).isEqualTo(winner);
        }
    }

    /** Case S2. */
    @Test
    void anIllegalEventIsRefusedWithBothStatesAndNothingChanges() {
        String parcel = parcels.fresh(NEW);
        assertThat(moved(parcel, STATES.to(SENT))).isEqualTo(new Move.Refused<>(SENT, NEW, 1, null));
        assertThat(parcels.statusOf(parcel)).isEqualTo(NEW);
        assertThat(parcels.versionOf(parcel)).isEqualTo(1);
    }

    @Test
    void ofManyEqualEventsExactlyOneHasTheEffect() {
        String parcel = parcels.fresh(NEW);
        List<Move<Status>> moves = race(16, runner -> STATES.to(PACKED).by("event-" + runner), parcel);
        assertThat(parcels.ledger.count(parcel)).isEqualTo(1);
        assertThat(moves).filteredOn(Move::moved).hasSize(1);
        assertThat(moves).filteredOn(Move::byThisOperation).hasSize(1);
        assertThat(moves).filteredOn(move -> !move.moved()).allSatisfy(move -> {
            assertThat(move).isInstanceOf(Move.AlreadyThere.class);
            assertThat(((Move.AlreadyThere<Status>) move).who()).startsWith("event-");
        });
        assertThat(parcels.versionOf(parcel)).isEqualTo(2);
    }

    /** Case B55: events that are late, or come more than once, each have their effect once or not at all. */
    @Test
    void lateAndRepeatedEventsDoNotTakeAStateBack() {
        String parcel = parcels.fresh(NEW);
        for (int delivery = 0; delivery < 3; delivery++) {
            moved(parcel, STATES.to(PACKED).by("packed"));
        }
        for (int delivery = 0; delivery < 3; delivery++) {
            moved(parcel, STATES.to(SENT).by("sent"));
        }
        for (int delivery = 0; delivery < 3; delivery++) {
            assertThat(moved(parcel, STATES.to(PACKED).by("packed")))
                    .isEqualTo(new Move.Refused<>(PACKED, SENT, 3, "sent"));
            assertThat(moved(parcel, STATES.to(CALLED_OFF).by("late")))
                    .isEqualTo(new Move.Refused<>(CALLED_OFF, SENT, 3, "sent"));
        }
        assertThat(moved(parcel, STATES.to(SENT).by("sent"))).isEqualTo(new Move.AlreadyThere<>(SENT, 3, "sent", true));
        assertThat(parcels.ledger.count(parcel)).isEqualTo(2);
    }

    @Test
    void theVersionCountsExactlyTheMovesThatHappened() {
        long seed = System.nanoTime();
        System.out.println("moves by chance, seed " + seed + " on " + ground);
        String parcel = parcels.fresh(NEW);
        SplittableRandom chance = new SplittableRandom(seed);
        List<Status> targets = new ArrayList<>();
        for (int step = 0; step < 24; step++) {
            targets.add(List.of(PACKED, SENT, CALLED_OFF).get(chance.nextInt(3)));
        }
        List<Move<Status>> moves = race(targets.size(), runner -> STATES.to(targets.get(runner)), parcel);
        long happened = moves.stream().filter(Move::moved).count();
        assertThat(happened).as("seed %d", seed).isBetween(1L, 3L);
        assertThat(parcels.ledger.count(parcel)).isEqualTo(happened);
        assertThat(parcels.versionOf(parcel)).isEqualTo(1 + happened);
    }

    /** Case S5, where the row is there. */
    @Test
    void aTryThatComesAfterItsCancellationIsRefused() {
        String parcel = parcels.fresh(NEW);
        assertThat(moved(parcel, STATES.to(CALLED_OFF).by("cancel")).moved()).isTrue();
        assertThat(moved(parcel, STATES.to(PACKED).by("try")))
                .isEqualTo(new Move.Refused<>(PACKED, CALLED_OFF, 2, "cancel"));
    }

    /** Case S5, where the cancellation comes before the row. */
    @Test
    void aCancellationThatFindsNoRowLeavesOneThatRefusesTheLateTry() {
        String parcel = "p-" + UUID.randomUUID();
        assertThat(moved(parcel, STATES.to(CALLED_OFF))).isEqualTo(new Move.Missing<>(CALLED_OFF));
        assertThat(entered(parcel, STATES.in(CALLED_OFF).by("cancel"))).isEqualTo(new Move.Moved<>(CALLED_OFF, 1));
        assertThat(entered(parcel, STATES.in(NEW).by("try")))
                .isEqualTo(new Move.Refused<>(NEW, CALLED_OFF, 1, "cancel"));
        assertThat(entered(parcel, STATES.in(CALLED_OFF).by("cancel")))
                .isEqualTo(new Move.AlreadyThere<>(CALLED_OFF, 1, "cancel", true));
    }

    /** Cases S5 and S6: whichever comes first, the parcel ends called off, and nobody meets a deadlock. */
    @Test
    void concurrentTriesAndCancellationsOfAMissingRowEndCalledOffWithoutADeadlock() {
        for (int round = 0; round < ROUNDS; round++) {
            String parcel = "p-" + UUID.randomUUID();
            List<Race.Finish<Move<Status>>> finishes = Race.within(LIMIT)
                    .run(
                            8,
                            runner -> () -> once(connection ->
                                    runner < 4 ? enter(connection, parcel) : callOff(connection, parcel)));
            assertNoDeadlock(finishes);
            assertThat(parcels.statusOf(parcel)).isEqualTo(CALLED_OFF);
        }
    }

    /** Case S6, on a row that is there. */
    @Test
    void concurrentCancellationsOfOneRowMeetNoDeadlock() {
        for (int round = 0; round < ROUNDS; round++) {
            String parcel = parcels.fresh(PACKED);
            List<Race.Finish<Move<Status>>> finishes = Race.within(LIMIT)
                    .run(
                            8,
                            runner -> () -> once(connection -> {
                                Move<Status> first = STATES.move(connection, parcel, CALLED_OFF);
                                // A second look within the transaction must not need a wider lock than the first left.
                                return first.moved() ? first : STATES.move(connection, parcel, CALLED_OFF);
                            }));
            assertNoDeadlock(finishes);
            assertThat(parcels.versionOf(parcel)).isEqualTo(2);
        }
    }

    @Test
    void aCallerWithAnOlderSnapshotLearnsTheCurrentStateOrRunsItsTransactionAgain() throws SQLException {
        if (ground.hasOneWriter() || ground.isInnoDb() && ground.level() == Ground.Level.SERIALIZABLE) {
            return; // a writer waits until the reader's transaction has ended, so there is no older snapshot
        }
        String parcel = parcels.fresh(PACKED);
        try (Connection connection = parcels.pool.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(statusSeen(connection, parcel)).isEqualTo("PACKED");
            assertThat(moved(parcel, STATES.to(SENT)).moved()).isTrue();
            if (parcels.isPostgresql() && ground.level().keepsSnapshot()) {
                assertThatThrownBy(() -> STATES.move(connection, parcel, CALLED_OFF))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                error -> assertThat(error.getSQLState()).isEqualTo("40001"));
            } else {
                assertThat(STATES.move(connection, parcel, CALLED_OFF))
                        .isEqualTo(new Move.Refused<>(CALLED_OFF, SENT, 2, null));
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Test
    void aLockedRowIsReadAsItIsNowAndStaysSo() throws SQLException {
        String parcel = parcels.fresh(PACKED);
        List<Race.Finish<Move<Status>>> finishes = Race.within(LIMIT)
                .run(
                        8,
                        runner -> () -> parcels.within(connection -> {
                            Status seen = STATES.lock(connection, parcel)
                                    .orElseThrow()
                                    .state();
                            if (seen == PACKED) {
                                // Nobody can have moved it since the look.
                                Move<Status> move = STATES.to(SENT).from(seen).move(connection, parcel);
                                assertThat(move.moved()).isTrue();
                                return move;
                            }
                            return STATES.to(SENT).move(connection, parcel);
                        }));
        assertThat(finishes.stream().map(Race.Finish::answer).filter(Move::moved))
                .hasSize(1);
    }

    /** The row comes into an allowed state after the update missed it and before it is looked at. */
    @Test
    void aRowThatBecomesMovableBetweenUpdateAndLookIsMovedNotRefused() throws SQLException {
        if (ground.hasOneWriter() || ground.level().keepsSnapshot()) {
            return; // nobody can change the row between the two statements
        }
        String parcel = parcels.fresh(NEW);
        Move<Status> move = parcels.withinOne(connection ->
                STATES.move(beforeLook(connection, () -> moved(parcel, STATES.to(PACKED))), parcel, SENT));
        assertThat(move).isEqualTo(new Move.Moved<>(SENT, 3));
    }

    @Test
    void aMoveInsideARunCarriesItsOperationAndIsUndoneWithIt() throws SQLException {
        try (JdbcYici yici = JdbcYici.on(parcels.pool)
                .codec(new Jackson3Codec())
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build()) {
            String parcel = parcels.fresh(NEW);
            Operation failing = Operation.named("parcel.pack").by("alice").key(Shop.freshKey());
            assertThatThrownBy(() -> yici.once(failing, parcel, String.class, connection -> {
                        assertThat(STATES.move(connection, parcel, PACKED).moved())
                                .isTrue();
                        throw new IllegalStateException("after the move");
                    }))
                    .hasMessage("after the move");
            assertThat(parcels.statusOf(parcel)).isEqualTo(NEW);

            Operation packing = Operation.named("parcel.pack").by("alice").key(Shop.freshKey());
            yici.once(packing, parcel, String.class, connection -> {
                assertThat(STATES.move(connection, parcel, PACKED).moved()).isTrue();
                return "packed";
            });
            Current<Status> current =
                    parcels.within(connection -> STATES.lock(connection, parcel).orElseThrow());
            assertThat(current.movedBy()).isEqualTo(packing.id().toString());
            assertThat(moved(parcel, STATES.to(PACKED).by(packing.id().toString()))
                            .byThisOperation())
                    .isTrue();
        }
    }

    @Test
    void rivalsInRunsOfTheEngineNeverSeeAConflictOfTheDatabase() {
        try (JdbcYici yici = JdbcYici.on(parcels.pool)
                .codec(new Jackson3Codec())
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build()) {
            String parcel = parcels.fresh(PACKED);
            List<Race.Finish<String>> finishes = Race.within(LIMIT)
                    .run(
                            4,
                            runner -> () -> yici.once(
                                            Operation.named("parcel.end")
                                                    .by("alice")
                                                    .key(Shop.freshKey()),
                                            parcel,
                                            String.class,
                                            connection -> STATES.move(
                                                            connection, parcel, runner % 2 == 0 ? SENT : CALLED_OFF)
                                                    .getClass()
                                                    .getSimpleName())
                                    .value());
            assertThat(finishes.stream().map(Race.Finish::answer).filter("Moved"::equals))
                    .hasSize(1);
        }
    }

    private Move<Status> enter(Connection connection, String parcel) throws SQLException {
        return STATES.in(NEW).enter(connection, parcel);
    }

    private Move<Status> callOff(Connection connection, String parcel) throws SQLException {
        Move<Status> entered = STATES.in(CALLED_OFF).enter(connection, parcel);
        return entered instanceof Move.Refused ? STATES.move(connection, parcel, CALLED_OFF) : entered;
    }

    /** Enters the effect after the commit, so that a conflict does not count. */
    private Move<Status> moved(String parcel, Transition<Status> transition) {
        Move<Status> move = parcels.within(connection -> transition.move(connection, parcel));
        if (move.moved()) {
            parcels.ledger.enter(parcel);
        }
        return move;
    }

    private Move<Status> entered(String parcel, Entry<Status> entry) {
        return parcels.within(connection -> entry.enter(connection, parcel));
    }

    private List<Move<Status>> race(int runners, IntFunction<Transition<Status>> transitions, String parcel) {
        return Race.within(LIMIT).run(runners, runner -> () -> moved(parcel, transitions.apply(runner))).stream()
                .map(Race.Finish::answer)
                .toList();
    }

    /** Without running again, except where the level itself asks for that. */
    private Move<Status> once(Parcels.Part<Move<Status>> part) throws SQLException {
        boolean conflictsBelong = parcels.isPostgresql() && ground.level().keepsSnapshot();
        return conflictsBelong ? parcels.within(part) : parcels.withinOne(part);
    }

    private static void assertNoDeadlock(List<Race.Finish<Move<Status>>> finishes) {
        assertThat(finishes).allSatisfy(finish -> assertThat(finish.thrown()).isNull());
    }

    private static String statusSeen(Connection connection, String parcel) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("select status from parcels where parcel_no = '" + parcel + "'")) {
            row.next();
            return row.getString(1);
        }
    }

    /** The connection, on which something happens just before the first read. */
    private static Connection beforeLook(Connection connection, Runnable event) {
        boolean[] happened = new boolean[1];
        return (Connection) Proxy.newProxyInstance(
                MovesTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    boolean look = method.getName().equals("prepareStatement")
                            && String.valueOf(arguments[0]).startsWith("SELECT");
                    if (look && !happened[0]) {
                        happened[0] = true;
                        event.run();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getTargetException();
                    }
                });
    }
}
