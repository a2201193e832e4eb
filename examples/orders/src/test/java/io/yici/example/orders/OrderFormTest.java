package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.orders.Browser.Form;
import io.yici.guard.FormTokens;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order form without a script: its token makes it one order, whatever is pressed, and refusals are pages. */
class OrderFormTest {
    private static final String SECRET = "a secret of these tests, 32 bytes and more";
    private static final Map<String, String> TWO = Map.of("sku", "TEA-1", "quantity", "2");

    private static FreshDatabase database;
    private static RunningService service;

    private Browser alice;
    private int before;

    @BeforeAll
    static void start() {
        database = Databases.fresh(TestDatabase.SQLITE, OrderFormTest.class);
        service = RunningService.on(database, "--yici.tokens.secrets.demo=" + SECRET);
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @BeforeEach
    void signIn() {
        alice = Browser.of("alice", service.port());
        before = orders();
    }

    @Test
    void formOrdersOnceAndEveryRepeatIsLedToTheSameOrder() {
        Form form = opened();

        Answer first = alice.send(form, TWO);
        List<Answer> repeats = List.of(alice.send(form, TWO), alice.send(form, TWO));

        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("Location")).startsWith("/orders/2");
        assertThat(repeats).allSatisfy(again -> {
            assertThat(again.status()).isEqualTo(303);
            assertThat(again.header("Location")).isEqualTo(first.header("Location"));
            assertThat(again.replayed()).isTrue();
        });
        assertThat(orders()).isEqualTo(before + 1);
        assertThat(alice.get(first.header("Location")).body()).contains("data-status=\"NEW\"", "× 2", "¥ 136.00");
    }

    @Test
    void hundredAtOnceAreOneOrder() {
        Form form = opened();

        List<Answer> answers = Crowd.hundredAtOnce(runner -> alice.send(form, TWO));

        assertThat(answers).map(Answer::status).contains(303).isSubsetOf(303, 409);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 303)
                .map(answer -> answer.header("Location"))
                .containsOnly(alice.send(form, TWO).header("Location"));
        assertThat(orders()).isEqualTo(before + 1);
    }

    /** Every page masks its token against forged requests anew; that is no other content. */
    @Test
    void repeatFromAPageThatWasMadeAnewIsTheSame() {
        Form form = opened();
        Answer first = alice.send(form, TWO);
        Form later = form.with("_csrf", opened().csrf());

        Answer again = alice.send(later, TWO);

        assertThat(later).isNotEqualTo(form);
        assertThat(again.status()).isEqualTo(303);
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(orders()).isEqualTo(before + 1);
    }

    @Test
    void formsThatAreOpenedAnewAreOrdersOfTheirOwn() {
        String first = alice.send(opened(), TWO).header("Location");
        String second = alice.send(opened(), TWO).header("Location");

        assertThat(first).isNotEqualTo(second);
        assertThat(orders()).isEqualTo(before + 2);
    }

    @Test
    void pageIsKeptByTheBrowserAloneAndForGoingBackOnly() {
        assertThat(alice.get("/orders/new?sku=TEA-1").header("Cache-Control")).isEqualTo("private, no-cache");
    }

    @Test
    void changedContentUnderAUsedTokenIsRefusedOnAPage() {
        Form form = opened();
        alice.send(form, TWO);

        Answer refused = alice.send(form, Map.of("sku", "TEA-1", "quantity", "3"));

        assertPage(refused, 422, "mismatch", "sent before, with other content", "What was sent before stays");
        assertThat(orders()).isEqualTo(before + 1);
    }

    @Test
    void formWithoutItsTokenIsRefusedOnAPage() {
        Answer refused = alice.send(opened().with("_idempotency_key", ""), TWO);

        assertPage(refused, 400, "key-missing", "without its token", "Nothing was done", "href=\"/orders/new\"");
        assertThat(orders()).isEqualTo(before);
    }

    @Test
    void keyThatIsNoTokenIsRefusedOnAPage() {
        Answer refused = alice.send(opened().with("_idempotency_key", "a key of her own"), TWO);

        assertThat(refused.status()).isBetween(400, 403);
        assertThat(refused.header("Content-Type")).startsWith("text/html");
        assertThat(orders()).isEqualTo(before);
    }

    @Test
    void tokenOfSomebodyElseOrForSomethingElseIsRefusedOnAPage() {
        String bobs = opened(Browser.of("bob", service.port())).token();
        String forTheApi =
                service.as("alice").get("/api/tokens?operation=order.create").text("token");

        assertPage(
                alice.send(opened().with("_idempotency_key", bobs), TWO),
                403,
                "token-refused",
                "belongs to somebody else");
        assertPage(
                alice.send(opened().with("_idempotency_key", forTheApi), TWO),
                403,
                "token-refused",
                "belongs to somebody else");
        assertThat(orders()).isEqualTo(before);
    }

    @Test
    void formThatWasOpenForTooLongIsRefusedOnAPage() {
        String expired = FormTokens.signedBy("demo", SECRET)
                .clock(Clock.offset(Clock.system(ZoneOffset.UTC), Duration.ofHours(-2)))
                .build()
                .issue("page.order", "alice");

        Answer refused = alice.send(opened().with("_idempotency_key", expired), TWO);

        assertPage(refused, 412, "token-expired", "open for too long", "Nothing was done", "href=\"/orders/new\"");
        assertThat(orders()).isEqualTo(before);
    }

    @Test
    void forgedFormIsRefusedOnAPage() {
        Answer refused = alice.send(opened().with("_csrf", ""), TWO);

        assertPage(refused, 403, "form-stale", "Nothing was done");
        assertThat(orders()).isEqualTo(before);
    }

    @Test
    void wronglyFilledFormIsShownAgainAndItsTokenStaysGood() {
        Form form = opened();

        Answer refused = alice.send(form, Map.of("sku", "TEA-2", "quantity", "101"));
        Answer words = alice.send(form, Map.of("sku", "TEA-2", "quantity", "many"));
        Answer nothing = alice.send(form, Map.of());
        Answer ordered = alice.send(form, TWO);

        assertThat(List.of(refused, words, nothing)).allSatisfy(page -> {
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.body())
                    .contains("role=\"alert\"", "Nothing was ordered", "id=\"quantity-fault\"")
                    .contains("aria-invalid=\"true\" aria-describedby=\"quantity-hint quantity-fault\"");
        });
        assertThat(refused.body()).contains("value=\"101\"").containsPattern("value=\"TEA-2\"[^>]*checked");
        assertThat(words.body()).contains("value=\"many\"");
        assertThat(nothing.body()).contains("id=\"sku-fault\"");
        assertThat(ordered.status()).isEqualTo(303);
        assertThat(orders()).isEqualTo(before + 1);
    }

    /** A refusal of the business is an answer, and stays one; no session is in it. */
    @Test
    void refusalOfTheBusinessIsAPageAndItsRepeatTheSame() {
        Form form = opened();
        Map<String, String> tooMany = Map.of("sku", "POT-1", "quantity", "6");

        Answer refused = alice.send(form, tooMany);
        Answer again = alice.send(form, tooMany);

        assertPage(refused, 422, "out-of-stock", "Not enough in stock", "Nothing was done", "href=\"/orders/new\"");
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(refused.body()).doesNotContain("_csrf", "alice");
        assertThat(orders()).isEqualTo(before);
    }

    /** Its tables are out of reach: the page says so, and carries the same form with the same token. */
    @Test
    void formThatFailedCanBeSentAgainFromThePageThatSaysSo() {
        Form form = opened();
        Databases.execute(
                database, "CREATE TRIGGER broken BEFORE INSERT ON orders BEGIN SELECT RAISE(ABORT, 'broken'); END");
        Answer failed = alice.send(form, TWO);
        Databases.execute(database, "DROP TRIGGER broken");

        Answer ordered = alice.send(Browser.form(failed, "again"), Map.of());

        assertPage(failed, 500, "failed", "Asking again is safe");
        assertThat(Browser.form(failed, "again").token()).isEqualTo(form.token());
        assertThat(ordered.status()).isEqualTo(303);
        assertThat(alice.send(form, TWO).header("Location")).isEqualTo(ordered.header("Location"));
        assertThat(orders()).isEqualTo(before + 1);
    }

    /** Who does not ask for a page gets what programs get. */
    @Test
    void programThatSendsAFormGetsAProblem() {
        Answer refused = service.as("alice").postTo("/orders", "k", "{}");

        assertThat(refused.status()).isBetween(400, 499);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    }

    private Form opened() {
        return opened(alice);
    }

    private static Form opened(Browser browser) {
        return Browser.form(browser.get("/orders/new?sku=TEA-1"), "order");
    }

    private static void assertPage(Answer refused, int status, String code, String... words) {
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.header("Content-Type")).startsWith("text/html");
        assertThat(refused.body())
                .contains("data-code=\"" + code + "\"", "role=\"alert\"")
                .contains(List.of(words));
    }

    private static int orders() {
        return Databases.number(database, "SELECT COUNT(*) FROM orders");
    }
}
