package io.yici.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.http.client.webhook.WebhookEndpoint;
import io.yici.http.client.webhook.WebhookSecret;
import io.yici.http.client.webhook.WebhookSender;
import io.yici.http.client.webhook.WebhookSignature;
import io.yici.outbox.DeadLetter;
import io.yici.outbox.Message;
import io.yici.outbox.Relay;
import io.yici.proof.HookServer.Does;
import io.yici.proof.HookServer.Post;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Webhooks from the outbox of a database to an HTTP server that goes wrong in every way. */
class WebhookRelayTest {
    private static final WebhookSecret SECRET = WebhookSecret.random();
    private static final Duration TIMEOUT = Duration.ofMillis(700);
    private static final String HOOK = "webhook:shop";
    private static final int KEYS = 4;
    private static final int EACH = 8;

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "H2", "SQLITE"})
    void everyTryHasTheSameKeyAndOrderHoldsHoweverTheReceiverGoesWrong(TestDatabase database) {
        long seed = new Random().nextLong();
        System.out.println("webhooks by chance on " + database + ", seed " + seed);
        Random chance = new Random(seed);
        List<String> taken = new ArrayList<>();
        try (HookServer server = new HookServer(post -> scripted(post, chance, taken));
                Postbox postbox = Postbox.open(new Ground(database, Ground.Level.OWN));
                WebhookSender sender = sender(server);
                Relay relay = postbox.outbox.relay(sender, Postbox.QUICK.tries(1_000))) {
            for (int n = 0; n < EACH; n++) {
                for (int key = 0; key < KEYS; key++) {
                    postbox.publish(hook(key + "-" + n).orderedBy("k-" + key));
                }
            }
            relay.start();
            Until.holds("some are taken", () -> size(taken) > KEYS);
            server.down();
            long before = postbox.number("SELECT COALESCE(SUM(tries), 0) FROM yici_outbox");
            Until.holds(
                    "nothing is under way",
                    () -> server.posts().stream()
                            .allMatch(post -> System.nanoTime() - post.at() > 2 * TIMEOUT.toNanos()));
            assertThat(postbox.number("SELECT COALESCE(SUM(tries), 0) FROM yici_outbox") - before)
                    .as("tries burnt while nobody listened, but for what was under way")
                    .isLessThanOrEqualTo(KEYS);
            server.up();
            Until.holds("nothing waits", () -> postbox.count("waiting") == 0);

            assertThat(server.posts()).allSatisfy(WebhookRelayTest::isInOrder);
            for (int key = 0; key < KEYS; key++) {
                assertThat(distinct(server, key + "-")).isEqualTo(published(key));
                assertThat(tries(server, key + "-")).isSortedAccordingTo(WebhookRelayTest::byNumber);
            }
            assertThat(taken)
                    .containsAll(Stream.of(0, 1, 2, 3)
                            .flatMap(key -> published(key).stream())
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "H2"})
    void aWebhookThatKeepsFailingIsParkedAndResentUnderItsKeyBeforeThoseBehindIt(TestDatabase database) {
        AtomicBoolean repaired = new AtomicBoolean();
        try (HookServer server =
                        new HookServer(post -> post.id().equals("bad") && !repaired.get() ? Does.FAIL : Does.TAKE);
                Postbox postbox = Postbox.open(new Ground(database, Ground.Level.OWN));
                WebhookSender sender = sender(server);
                Relay relay = postbox.outbox.relay(sender, Postbox.QUICK)) {
            postbox.publishTogether(
                    hook("bad").orderedBy("k"),
                    hook("behind").orderedBy("k"),
                    hook("other").orderedBy("o"));
            relay.start();
            Until.holds("it is parked", () -> postbox.count("parked") == 1);
            Until.holds("the other key is done", () -> tries(server, "other").size() == 1);
            DeadLetter dead = postbox.outbox.deadLetters().find("bad").orElseThrow();
            assertThat(dead.tries()).isEqualTo(3);
            assertThat(dead.reason()).contains("500").contains(server.uri());
            assertThat(tries(server, "bad")).hasSize(3);
            assertThat(tries(server, "behind")).isEmpty();

            repaired.set(true);
            assertThat(postbox.outbox.deadLetters().resend("bad", "alice", "repaired"))
                    .isTrue();
            Until.holds("the one behind is there", () -> tries(server, "behind").size() == 1);

            assertThat(server.posts()).allSatisfy(WebhookRelayTest::isInOrder);
            assertThat(server.posts())
                    .extracting(Post::id)
                    .filteredOn(id -> !id.equals("other"))
                    .containsExactly("bad", "bad", "bad", "bad", "behind");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "H2"})
    void anOverloadedReceiverIsLeftAloneForAsLongAsItAsksAndNoTryIsBurnt(TestDatabase database) {
        AtomicBoolean asked = new AtomicBoolean();
        try (HookServer server =
                        new HookServer(post -> asked.compareAndSet(false, true) ? Does.ASK_FOR_REST : Does.TAKE);
                Postbox postbox = Postbox.open(new Ground(database, Ground.Level.OWN));
                WebhookSender sender = sender(server);
                // A single failure would park it.
                Relay relay = postbox.outbox.relay(sender, Postbox.QUICK.tries(1))) {
            postbox.publish(hook("first").orderedBy("k"));
            relay.start();
            Until.holds("it has asked", asked::get);
            postbox.publish(hook("second").orderedBy("o"));
            Until.holds("both are taken", () -> postbox.count("waiting") == 0);

            // Another may be under way before the relay has heard the answer, and is taken.
            assertThat(server.posts()).extracting(Post::id).containsExactlyInAnyOrder("first", "first", "second");
            List<Long> tried = server.posts().stream()
                    .filter(post -> post.id().equals("first"))
                    .map(Post::at)
                    .toList();
            assertThat(Duration.ofNanos(tried.get(1) - tried.get(0))).isGreaterThan(Duration.ofSeconds(1));
            assertThat(postbox.outbox.deadLetters().list(10)).isEmpty();
        }
    }

    private static Does scripted(Post post, Random chance, List<String> taken) {
        synchronized (taken) {
            Does does = chance.nextInt(10) < 6 ? Does.TAKE : Does.values()[chance.nextInt(Does.values().length)];
            if (does == Does.TAKE) {
                taken.add(post.id());
            }
            return does;
        }
    }

    private static int size(List<String> taken) {
        synchronized (taken) {
            return taken.size();
        }
    }

    /** Its keys are its message's, which its body names, and its signature is valid now. */
    private static void isInOrder(Post post) {
        String id = new String(post.body(), UTF_8);
        assertThat(post.key()).isEqualTo("\"" + id + "\"");
        assertThat(post.id()).isEqualTo(id);
        assertThat(WebhookSignature.verifies(
                        SECRET,
                        post.id(),
                        post.timestamp(),
                        post.signature(),
                        post.body(),
                        Instant.now(),
                        Duration.ofMinutes(5)))
                .isTrue();
    }

    private static List<String> tries(HookServer server, String prefix) {
        return server.posts().stream()
                .map(Post::id)
                .filter(id -> id.startsWith(prefix))
                .toList();
    }

    private static List<String> distinct(HookServer server, String prefix) {
        return tries(server, prefix).stream().distinct().toList();
    }

    private static List<String> published(int key) {
        List<String> published = new ArrayList<>();
        for (int n = 0; n < EACH; n++) {
            published.add(key + "-" + n);
        }
        return published;
    }

    private static int byNumber(String one, String other) {
        return Integer.compare(
                Integer.parseInt(one.substring(one.indexOf('-') + 1)),
                Integer.parseInt(other.substring(other.indexOf('-') + 1)));
    }

    private static Message hook(String id) {
        return Message.to(HOOK, id.getBytes(UTF_8)).id(id);
    }

    private static WebhookSender sender(HookServer server) {
        return WebhookSender.to(destination -> Optional.of(WebhookEndpoint.at(server.uri(), SECRET)), TIMEOUT, KEYS);
    }
}
