package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.guard.FormTokens;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Form tokens as the keys of orders: what they bind, and that neither consuming nor losing one loses an order. */
class FormTokensTest {
    private static final String SECRET = "a secret of these tests, 32 bytes and more";

    private FreshDatabase database;
    private RunningService service;
    private Client alice;

    @BeforeEach
    void start() {
        database = Databases.fresh(TestDatabase.SQLITE, FormTokensTest.class);
        service = RunningService.on(database, "--yici.tokens.secrets.demo=" + SECRET);
        alice = service.as("alice");
    }

    @AfterEach
    void stop() {
        service.close();
        database.close();
    }

    @Test
    void tokenOrdersOnceAndItsRepeatsGetTheSameAnswer() {
        Answer issued = alice.get("/api/tokens?operation=order.create");
        String token = issued.text("token");

        Answer first = alice.order(token, "TEA-1", 1);
        Answer again = alice.order(token, "TEA-1", 1);

        assertThat(issued.status()).isEqualTo(200);
        assertThat(issued.header("Cache-Control")).contains("no-store");
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(alice.get("/api/tokens?operation=order.create").text("token"))
                .isNotEqualTo(token);
    }

    @Test
    void anotherUsersTokenIsRefused() {
        String hers = alice.get("/api/tokens?operation=order.create").text("token");

        Answer refused = service.as("bob").order(hers, "TEA-1", 1);

        assertThat(refused.status()).isIn(400, 403);
        assertThat(refused.text("code")).isEqualTo("token-refused");
        assertThat(service.as("bob").orders()).isZero();
        assertThat(alice.order(hers, "TEA-1", 1).replayed()).isFalse();
    }

    @Test
    void tokenOfOneOperationIsRefusedByAnother() {
        String forPaying = alice.get("/api/tokens?operation=payment.pay").text("token");

        Answer refused = alice.order(forPaying, "TEA-1", 1);

        assertThat(refused.text("code")).isEqualTo("token-refused");
        assertThat(alice.orders()).isZero();
        assertThat(alice.paid(forPaying, alice.ordered("own key", "TEA-1", 1)).status())
                .isEqualTo(201);
    }

    /** The first half of the token hole: used, and the work was rolled back. */
    @Test
    void tokenWhoseWorkWasRolledBackOrdersOnceAfterwards() {
        String token = alice.get("/api/tokens?operation=order.create").text("token");
        Databases.execute(
                database, "CREATE TRIGGER broken BEFORE INSERT ON orders BEGIN SELECT RAISE(ABORT, 'broken'); END");
        assertThat(alice.order(token, "TEA-1", 1).status()).isEqualTo(500);
        Databases.execute(database, "DROP TRIGGER broken");

        Answer ordered = alice.order(token, "TEA-1", 1);

        assertThat(ordered.status()).isEqualTo(201);
        assertThat(ordered.replayed()).isFalse();
        assertThat(alice.order(token, "TEA-1", 1).body()).isEqualTo(ordered.body());
        assertThat(alice.orders()).isEqualTo(1);
    }

    @Test
    void expiredTokenOrdersNothingAndLeavesNothing() {
        String expired = issuedLongAgo().issue("order.create", "alice");

        Answer refused = alice.order(expired, "TEA-1", 1);

        assertThat(refused.status()).isBetween(400, 499);
        assertThat(refused.text("code")).isEqualTo("token-expired");
        assertThat(refused.retryable()).isFalse();
        assertThat(alice.orders()).isZero();
    }

    /** The second half: used, committed, the answer lost, and the token expired before the next try. */
    @Test
    void expiredTokenWithARecordGetsTheSameAnswer() {
        String token = issuedLongAgo().issue("order.create", "alice");
        service.close();
        service = RunningService.on(database, "--yici.tokens.secrets.demo=" + SECRET, "--yici.tokens.time-to-live=3h");
        Answer first = service.as("alice").order(token, "TEA-1", 1);
        service.close();
        service = RunningService.on(database, "--yici.tokens.secrets.demo=" + SECRET);

        Answer again = service.as("alice").order(token, "TEA-1", 1);

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(service.as("alice").orders()).isEqualTo(1);
    }

    @Test
    void tokensAreIssuedForOperationsThatTakeThemAndToUsersOnly() {
        assertThat(alice.get("/api/tokens?operation=order.nothing").status()).isIn(400, 404);
        assertThat(alice.get("/api/tokens").status()).isEqualTo(400);
        assertThat(new Client(service.port(), "alice", "wrong")
                        .get("/api/tokens?operation=order.create")
                        .status())
                .isEqualTo(401);
    }

    /** A client's own key is as good as ever. */
    @Test
    void ownKeyNeedsNoToken() {
        assertThat(alice.order("a key of her own", "TEA-1", 1).status()).isEqualTo(201);
    }

    private static FormTokens issuedLongAgo() {
        return FormTokens.signedBy("demo", SECRET)
                .clock(Clock.offset(Clock.system(ZoneOffset.UTC), Duration.ofHours(-2)))
                .build();
    }
}
