package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static io.yici.proof.ScriptedBroker.TAKEN;
import static io.yici.proof.ScriptedBroker.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.JdbcYici;
import io.yici.outbox.Message;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.proof.Wiretap.Moment;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Case O12: the renewal of a relay's lease, the taking out of what it sent, and another's taking over, at once. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@EnumSource(
        value = TestDatabase.class,
        names = {"POSTGRESQL", "MYSQL", "MARIADB"})
class RelayLeaseTest {
    private static final RelaySettings LEASE = Postbox.QUICK.lease(Duration.ofMillis(1500));

    @Parameter
    TestDatabase kind;

    private static Postbox postbox;

    private final ScriptedBroker broker = new ScriptedBroker().within(Duration.ofSeconds(1));

    @BeforeParameterizedClassInvocation
    static void open(TestDatabase given) {
        postbox = Postbox.open(new Ground(given, Ground.Level.OWN));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        postbox.close();
    }

    @BeforeEach
    void empty() {
        postbox.execute("DELETE FROM yici_outbox");
        postbox.execute("UPDATE yici_shard SET claim = '', lease_until = 0, mark = 0");
    }

    @Test
    void whatEndsWhileTheLeaseIsRenewedIsTakenOutNextAndSentOnce() {
        CompletableFuture<SendResult> answer = new CompletableFuture<>();
        broker.doing(message -> message.messageId().equals("first") ? answer : done(TAKEN));
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));

        tapped(
                (moment, statements) -> {
                    if (moment == Moment.BEFORE_COMMIT && onlyRenews(statements)) {
                        answer.complete(TAKEN);
                    }
                },
                Postbox::nothingWaits);

        assertThat(broker.sent()).containsExactly("first", "second");
    }

    @Test
    void whatEndsWhileARenewalFailsIsTakenOutByTheNextAndSentOnce() {
        CompletableFuture<SendResult> answer = new CompletableFuture<>();
        AtomicInteger failures = new AtomicInteger();
        broker.doing(message -> message.messageId().equals("first") ? answer : done(TAKEN));
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));

        tapped(
                (moment, statements) -> {
                    if (moment == Moment.BEFORE_COMMIT && onlyRenews(statements) && failures.getAndIncrement() == 0) {
                        answer.complete(TAKEN);
                        throw new SQLException("met another", "40001");
                    }
                },
                Postbox::nothingWaits);

        assertThat(failures.get()).isPositive();
        assertThat(broker.sent()).containsExactly("first", "second");
    }

    /**
     * The one that takes over waits for the completion's lock, and then finds the lease renewed, or nothing to send.
     */
    @Test
    void whatIsBeingTakenOutWhenItsLeaseEndsIsNotSentByWhoTakesOver() {
        CountDownLatch tries = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        broker.doing(message -> message.messageId().equals("first") ? answeredIn(400) : done(TAKEN));
        postbox.publishTogether(
                message("first").orderedBy("k"),
                message("second").orderedBy("k"),
                message("third").orderedBy("k"));
        CountDownLatch completes = new CountDownLatch(1);

        tapped(
                (moment, statements) -> {
                    if (moment == Moment.BEFORE_COMMIT && takesOut(statements) && completes.getCount() == 1) {
                        completes.countDown();
                        assertThat(tries.await(30, TimeUnit.SECONDS)).isTrue();
                        assertThat(taken.await(300, TimeUnit.MILLISECONDS))
                                .as("taken while it is locked")
                                .isFalse();
                    }
                },
                first -> {
                    Until.holds("it is being taken out", () -> completes.getCount() == 0);
                    tapped(
                            (moment, statements) -> {
                                if (triesToTake(statements)) {
                                    tries.countDown();
                                } else if (takes(statements)) {
                                    taken.countDown();
                                }
                            },
                            Postbox::nothingWaits);
                });

        assertThat(tries.getCount()).isZero();
        assertThat(broker.sent()).containsExactly("first", "second", "third");
    }

    /** As a process leaves it that freezes, or whose host vanishes, in the middle of a transaction. */
    @Test
    void aPartThatIsLockedKeepsOnlyItsOwnMessagesWaiting() throws SQLException {
        Message[] messages =
                IntStream.range(0, 64).mapToObj(i -> message("m-" + i)).toArray(Message[]::new);
        postbox.publishTogether(messages);
        try (Relay relay = postbox.outbox.relay(broker, LEASE)) {
            relay.runOnce(); // makes the rows of the parts
            postbox.publishTogether(
                    IntStream.range(0, 64).mapToObj(i -> message("n-" + i)).toArray(Message[]::new));
            long locked = postbox.number("SELECT MIN(shard) FROM yici_outbox");
            String inOthers = "SELECT COUNT(*) FROM yici_outbox WHERE shard <> " + locked;
            try (Connection frozen = postbox.pool.getConnection();
                    Statement statement = frozen.createStatement()) {
                frozen.setAutoCommit(false);
                // Above what waits, so that the sweep, too, would change it.
                postbox.execute("UPDATE yici_shard SET mark = 1000000000 WHERE id = " + locked + " OR id % 2 = 0");
                statement.executeUpdate("UPDATE yici_shard SET epoch = epoch + 1 WHERE id = " + locked);
                relay.start();
                Until.holds("others flow", Duration.ofSeconds(8), () -> postbox.number(inOthers) == 0);
                assertThat(postbox.count("waiting")).isPositive();
                frozen.rollback();
                frozen.setAutoCommit(true);
            }
            postbox.nothingWaits();
        }
        assertThat(broker.sent()).hasSize(128).doesNotHaveDuplicates();
    }

    private interface During {
        void with(Postbox postbox);
    }

    /** While a relay of another node works, and somebody listens to what it says to the database. */
    private void tapped(Wiretap.Ear ear, During during) {
        try (JdbcYici node = JdbcYici.on(Wiretap.on(postbox.pool, ear))
                .withoutScheduledCleanUp()
                .build()) {
            try (Relay relay = node.outbox().relay(broker, LEASE)) {
                relay.start();
                during.with(postbox);
            }
            // Another node's relay may still be about to say so.
            Until.holds("nothing is left", () -> postbox.number("SELECT COUNT(*) FROM yici_outbox") == 0);
            Until.holds(
                    "no part is held", () -> postbox.number("SELECT COUNT(*) FROM yici_shard WHERE claim <> ''") == 0);
        }
    }

    private static CompletableFuture<SendResult> answeredIn(long millis) {
        return new CompletableFuture<SendResult>().completeOnTimeout(TAKEN, millis, TimeUnit.MILLISECONDS);
    }

    /** Renews, with something under way, and takes nothing out. */
    private boolean onlyRenews(List<String> statements) {
        return !broker.sent().isEmpty()
                && !takesOut(statements)
                && about(statements, "yici_shard").anyMatch(sql -> sql.startsWith("update yici_shard set lease_until"));
    }

    private static boolean takesOut(List<String> statements) {
        return about(statements, "yici_outbox").anyMatch(sql -> sql.startsWith("delete"));
    }

    private static boolean triesToTake(List<String> statements) {
        return last(statements).startsWith("select id from yici_shard where id = ?");
    }

    private static boolean takes(List<String> statements) {
        return last(statements).startsWith("update yici_shard set claim = ?");
    }

    private static String last(List<String> statements) {
        return statements.get(statements.size() - 1);
    }

    private static Stream<String> about(List<String> statements, String table) {
        return statements.stream().filter(sql -> sql.contains(table));
    }
}
