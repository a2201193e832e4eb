package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import tools.jackson.databind.JsonNode;

/** Messages that the broker refuses, in the hands of an operator. */
class DeadLetterTest {
    private static final String LETTERS = "/api/operations/dead-letters";

    private final PickyBroker broker = new PickyBroker();
    private FreshDatabase database;
    private RunningService service;

    @BeforeEach
    void open() {
        database = Databases.fresh(TestDatabase.SQLITE, DeadLetterTest.class);
        service = RunningService.on(
                database,
                context -> ((GenericApplicationContext) context)
                        .registerBean("pickyBroker", MessageSender.class, () -> broker, bean -> bean.setPrimary(true)),
                "--yici.outbox.tries=2",
                "--yici.outbox.backoff-from=5ms",
                "--yici.outbox.backoff-to=10ms",
                "--yici.outbox.poll-every=50ms");
    }

    @AfterEach
    void close() {
        service.close();
        database.close();
    }

    @Test
    void whatIsResentIsSentBeforeThoseBehindIt() {
        broker.refuses("TEA-1");
        String poisoned = service.as("alice").ordered("poisoned", "TEA-1", 1);
        JsonNode letter = letterOf(poisoned);
        assertThat(letter.path("tries").intValue()).isEqualTo(2);
        assertThat(letter.path("reason").asString()).contains("no TEA-1 here");
        assertThat(letter.path("destination").asString()).isEqualTo("orders");
        service.as("alice").cancel("cancelled", poisoned);
        String sound = service.as("alice").ordered("sound", "CUP-1", 1);
        Shop.until("the rest flows", () -> broker.taken().contains(sound + " order.placed"));
        Shop.until("one waits", () -> letterOf(poisoned).path("waitingBehind").intValue() == 1);

        String path = LETTERS + "/" + letter.path("messageId").asString() + "/resend";
        assertThat(post("alice", path, "the topic is there now")).isEqualTo(403);
        assertThat(service.as("operator").postTo(path, "unused", "{}").status()).isEqualTo(400);
        assertThat(post("operator", path, "a try while nothing is mended")).isEqualTo(204);
        letterOf(poisoned);
        broker.refuses("nothing");
        assertThat(post("operator", path, "the topic is there now")).isEqualTo(204);

        Shop.until("both are sent", () -> broker.taken().contains(poisoned + " order.cancelled"));
        assertThat(broker.taken())
                .containsOnlyOnce(poisoned + " order.placed")
                .containsSubsequence(poisoned + " order.placed", poisoned + " order.cancelled");
        assertThat(post("operator", path, "again")).isEqualTo(404);
        assertThat(letters()).isEmpty();
        assertThat(audits())
                .containsExactly(
                        "resend by operator: a try while nothing is mended",
                        "resend by operator: the topic is there now");
    }

    @Test
    void whatIsDroppedIsNeverSentAndThoseBehindItAre() {
        broker.refuses("TEA-1");
        String poisoned = service.as("alice").ordered("poisoned", "TEA-1", 1);
        JsonNode letter = letterOf(poisoned);
        service.as("alice").cancel("cancelled", poisoned);
        broker.refuses("nothing");

        String path = LETTERS + "/" + letter.path("messageId").asString() + "/drop";
        assertThat(post("alice", path, "mine")).isEqualTo(403);
        assertThat(post("operator", path, "told them by telephone")).isEqualTo(204);

        Shop.until("the next is sent", () -> broker.taken().contains(poisoned + " order.cancelled"));
        assertThat(broker.taken()).doesNotContain(poisoned + " order.placed");
        assertThat(post("operator", path, "again")).isEqualTo(404);
        assertThat(audits()).containsExactly("drop by operator: told them by telephone");
    }

    private JsonNode letterOf(String orderNo) {
        List<JsonNode> found = new ArrayList<>();
        Shop.until("it is a dead letter", () -> {
            found.clear();
            letters().forEach(each -> {
                if (each.path("orderingKey").asString().equals(orderNo)) {
                    found.add(each);
                }
            });
            return found.size() == 1;
        });
        return found.get(0);
    }

    private JsonNode letters() {
        return service.as("operator").get(LETTERS).json();
    }

    private int post(String user, String path, String reason) {
        return service.as(user)
                .postTo(path, "unused", "{\"reason\":\"" + reason + "\"}")
                .status();
    }

    private List<String> audits() {
        List<String> lines = new ArrayList<>();
        try (Connection connection = database.unpooled().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT action, by_whom, reason FROM yici_audit ORDER BY entry")) {
            while (row.next()) {
                lines.add(row.getString(1) + " by " + row.getString(2) + ": " + row.getString(3));
            }
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
        return lines;
    }

    /** Refuses what is about one product, and takes the rest. */
    private static final class PickyBroker implements MessageSender {
        private final List<String> taken = new CopyOnWriteArrayList<>();
        private final Set<String> refused = ConcurrentHashMap.newKeySet();

        void refuses(String sku) {
            refused.clear();
            refused.add(sku);
        }

        List<String> taken() {
            return List.copyOf(taken);
        }

        @Override
        public CompletionStage<SendResult> send(StoredMessage message) {
            String content = new String(message.payload(), StandardCharsets.UTF_8);
            for (String sku : refused) {
                if (content.contains(sku)) {
                    return CompletableFuture.completedFuture(new SendResult.Refused("no " + sku + " here"));
                }
            }
            taken.add(message.orderingKey() + " " + message.headers().get("type"));
            return CompletableFuture.completedFuture(new SendResult.Delivered());
        }

        @Override
        public Duration deliveryTimeout() {
            return Duration.ofSeconds(5);
        }
    }
}
