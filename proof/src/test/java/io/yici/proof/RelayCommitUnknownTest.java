package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static io.yici.proof.ScriptedBroker.TAKEN;
import static io.yici.proof.ScriptedBroker.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.JdbcYici;
import io.yici.outbox.OutboxSettings;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.proof.Wiretap.Moment;
import io.yici.services.FaultProxy;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answer to a relay's commit is lost, whether the database has done it or not: case R3, for messages. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@EnumSource(
        value = TestDatabase.class,
        names = {"POSTGRESQL", "MYSQL", "MARIADB"})
class RelayCommitUnknownTest {
    private static final OutboxSettings KEEPING = new OutboxSettings(Duration.ofHours(1));

    @Parameter
    TestDatabase kind;

    private static Postbox postbox;

    private final ScriptedBroker broker = new ScriptedBroker().within(Duration.ofMillis(500));
    private final AtomicBoolean refuses = new AtomicBoolean(true);

    @BeforeParameterizedClassInvocation
    static void open(TestDatabase given) {
        postbox = Postbox.open(new Ground(given, Ground.Level.OWN));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        postbox.close();
    }

    /** What a transaction of a relay is about, told by one of its statements. */
    enum About {
        TAKING("update yici_shard set claim = ?"),
        READING("select seq,"),
        FAILURE("update yici_outbox set state = ?, tries"),
        TAKING_OUT("delete from yici_outbox where seq in"),
        KEEPING("update yici_outbox set state = 'sent'"),
        RELEASE("update yici_shard set claim = ''");

        private final String statement;

        About(String statement) {
            this.statement = statement;
        }

        boolean isSaidIn(List<String> statements) {
            return statements.stream().anyMatch(sql -> sql.startsWith(statement));
        }
    }

    static Stream<Arguments> each() {
        return Stream.of(About.values())
                .flatMap(about -> Stream.of(Arguments.of(about, true), Arguments.of(about, false)));
    }

    @ParameterizedTest
    @MethodSource("each")
    void nothingIsLostOrSentAgain(About about, boolean applied) {
        broker.answering(message -> message.messageId().startsWith("first") && refuses.getAndSet(false)
                ? new SendResult.Refused("once")
                : TAKEN);
        String mark = about + "-" + applied;
        postbox.publishTogether(
                message("first-" + mark).orderedBy("k"),
                message("second-" + mark).orderedBy("k"));
        boolean keeps = about == About.KEEPING;
        AtomicBoolean armed = new AtomicBoolean(true);
        try (FaultProxy proxy = FaultProxy.to(postbox.database);
                JdbcYici node = through(proxy, (moment, statements) -> {
                    if (moment == Moment.BEFORE_COMMIT && about.isSaidIn(statements) && armed.getAndSet(false)) {
                        cut(proxy, applied);
                    }
                })) {
            try (Relay relay =
                    node.outbox(keeps ? KEEPING : OutboxSettings.defaults()).relay(broker, Postbox.QUICK)) {
                relay.start();
                postbox.nothingWaits();
                Until.holds("the answer is lost", () -> proxy.cuts() == 1);
            }
        }
        assertThat(broker.sent()).containsExactly("first-" + mark, "first-" + mark, "second-" + mark);
        assertThat(postbox.count("sent")).isEqualTo(keeps ? 2 : 0);
        assertThat(postbox.number("SELECT COUNT(*) FROM yici_outbox WHERE state <> 'sent'"))
                .isZero();
        assertThat(postbox.number("SELECT COUNT(*) FROM yici_shard WHERE claim <> ''"))
                .isZero();
        postbox.execute("DELETE FROM yici_outbox");
    }

    /** Long enough for the lease to end: another goes on, and what was sent goes out again under its id at most. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoCannotReachTheStoreAfterwardsIsFollowedByAnotherAndChangesNothing(boolean applied) {
        String mark = "-gone-" + applied;
        postbox.publishTogether(
                message("first" + mark).orderedBy("k"),
                message("second" + mark).orderedBy("k"),
                message("third" + mark).orderedBy("k"));
        broker.doing(message -> message.messageId().startsWith("first")
                ? done(TAKEN)
                : new CompletableFuture<SendResult>().completeOnTimeout(TAKEN, 100, TimeUnit.MILLISECONDS));
        RelaySettings lease = Postbox.QUICK.lease(Duration.ofSeconds(1));
        ScriptedBroker others = new ScriptedBroker().within(Duration.ofMillis(500));
        AtomicBoolean armed = new AtomicBoolean(true);
        try (FaultProxy proxy = FaultProxy.to(postbox.database);
                JdbcYici node = through(proxy, (moment, statements) -> {
                    if (About.TAKING_OUT.isSaidIn(statements)
                            && moment == Moment.BEFORE_COMMIT
                            && armed.getAndSet(false)) {
                        cut(proxy, applied);
                    } else if (!armed.get() && proxy.cuts() == 1 && moment == Moment.BEFORE_STATEMENT) {
                        proxy.down();
                    }
                });
                Relay gone = node.outbox().relay(broker, lease)) {
            gone.start();
            Until.holds("the answer is lost", () -> proxy.cuts() == 1);
            proxy.down();
            try (Relay next = postbox.outbox.relay(others, lease)) {
                next.start();
                postbox.nothingWaits();
            }
            proxy.up();
        }
        assertThat(broker.sent()).startsWith("first" + mark, "second" + mark);
        assertThat(others.sent())
                .containsExactlyElementsOf(Stream.of("first", "second", "third")
                        .skip(applied ? 1 : 0)
                        .map(name -> name + mark)
                        .toList());
        assertThat(postbox.number("SELECT COUNT(*) FROM yici_outbox")).isZero();
        assertThat(postbox.number("SELECT COUNT(*) FROM yici_shard WHERE claim <> ''"))
                .isZero();
    }

    private static void cut(FaultProxy proxy, boolean applied) {
        if (applied) {
            proxy.cutAfterCommit();
        } else {
            proxy.cutBeforeCommit();
        }
    }

    private static JdbcYici through(FaultProxy proxy, Wiretap.Ear ear) {
        FreshDatabase seen = postbox.database.through(proxy);
        return JdbcYici.on(Wiretap.on(seen.pool(3, config -> config.setConnectionTimeout(500)), ear))
                .withoutScheduledCleanUp()
                .build();
    }
}
