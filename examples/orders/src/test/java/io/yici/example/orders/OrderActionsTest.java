package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.example.orders.Browser.Form;
import io.yici.services.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The forms of an order's page without a script: each does once what it says, and leads back to the page. */
class OrderActionsTest {
    private static final Map<String, String> CARD = Map.of("channel", "card");

    private Shop shop;
    private Browser alice;
    private String orderNo;
    private String page;

    @BeforeEach
    void open() throws Exception {
        shop = Shop.open(TestDatabase.SQLITE, OrderActionsTest.class);
        orderNo = shop.as("alice").ordered("order", "TEA-1", 1);
        page = "/orders/" + orderNo;
        alice = Browser.of("alice", shop.service().port());
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void paymentByFormIsChargedOnce() {
        Form pay = form("pay");

        Answer first = settled(pay, CARD);
        Answer again = alice.send(pay, CARD);

        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("Location")).isEqualTo(page);
        assertThat(again.status()).isEqualTo(303);
        assertThat(again.replayed()).isTrue();
        assertThat(shop.charges(orderNo)).hasSize(1);
        assertThat(alice.get(page).body())
                .contains("data-status=\"PAID\"", "id=\"refund\"")
                .doesNotContain("id=\"pay\"", "id=\"cancel\"");
    }

    /** Nobody knows: the page says so, carries the same form, and that ends paid with one charge. */
    @Test
    void paymentOfWhichNobodyKnowsIsAskedAgainFromThePageThatSaysSo() {
        shop.gateway().set(Switches.off().with(Fault.EXECUTE_LATE, 1).lasting(1_000, 6_000, 1_000));
        Form pay = form("pay");
        Answer unknown = alice.send(pay, CARD);
        Answer meanwhile = alice.get(page);
        Answer otherForm = alice.send(Browser.form(meanwhile, "pay"), CARD);
        shop.gateway().set(Switches.off());

        Answer paid = settled(Browser.form(unknown, "again"), Map.of());

        assertThat(unknown.status()).isEqualTo(503);
        assertThat(unknown.header("Retry-After")).isNotEmpty();
        assertThat(unknown.body()).contains("data-code=\"outcome-unknown\"", "Asking again is safe");
        assertThat(Browser.form(unknown, "again").token()).isEqualTo(pay.token());
        assertThat(meanwhile.body())
                .contains("data-status=\"PAYING\"", "data-settling=\"true\"")
                .contains("<noscript><meta http-equiv=\"refresh\"");
        assertThat(otherForm.status()).isEqualTo(409);
        assertThat(otherForm.body()).contains("data-code=\"payment-in-progress\"");
        assertThat(paid.status()).isEqualTo(303);
        assertThat(shop.charges(orderNo)).hasSize(1);
        assertThat(alice.get(page).body()).contains("data-status=\"PAID\"").doesNotContain("http-equiv=\"refresh\"");
    }

    @Test
    void cancellationByFormReturnsTheStockOnce() {
        int stock = shop.as("alice").stockOf("TEA-1");
        Form cancel = form("cancel");
        Form pay = form("pay");

        Answer first = alice.send(cancel, Map.of());
        Answer again = alice.send(cancel, Map.of());
        Answer tooLate = alice.send(pay, CARD);

        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("Location")).isEqualTo(page);
        assertThat(again.replayed()).isTrue();
        assertThat(shop.as("alice").stockOf("TEA-1")).isEqualTo(stock + 1);
        assertThat(tooLate.status()).isEqualTo(409);
        assertThat(tooLate.body()).contains("data-code=\"order-cancelled\"", "was cancelled", "href=\"" + page + "\"");
        assertThat(shop.charges(orderNo)).isEmpty();
    }

    @Test
    void refundByFormIsGivenBackOnceForEachForm() {
        settled(form("pay"), CARD);
        Form refund = form("refund");
        Map<String, String> ten = Map.of("amount", "10.00");

        settled(refund, ten);
        Answer again = alice.send(refund, ten);
        settled(form("refund"), ten);
        Answer tooMuch = alice.send(form("refund"), Map.of("amount", "48.01"));

        assertThat(again.status()).isEqualTo(303);
        assertThat(again.replayed()).isTrue();
        assertThat(shop.refunds(orderNo)).hasSize(2);
        assertThat(alice.get(page).body()).contains("¥ 20.00 of ¥ 68.00", "value=\"48.00\"");
        assertThat(tooMuch.status()).isEqualTo(409);
        assertThat(tooMuch.body()).contains("data-code=\"refund-too-much\"");
    }

    @Test
    void wrongFieldsAreRefusedOnAPageAndTheTokenStaysGood() {
        Form pay = form("pay");

        Answer refused = alice.send(pay, Map.of("channel", "shells"));
        Answer paid = settled(pay, CARD);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.header("Content-Type")).startsWith("text/html");
        assertThat(refused.body()).contains("data-code=\"request-invalid\"");
        assertThat(paid.status()).isEqualTo(303);
    }

    @Test
    void nobodySeesOrPaysTheOrderOfSomebodyElse() {
        Browser bob = Browser.of("bob", shop.service().port());
        String his = shop.as("bob").ordered("his", "TEA-1", 1);
        Form pay = Browser.form(bob.get("/orders/" + his), "pay");

        Answer seen = bob.get(page);
        Answer paid = bob.send(new Form(page + "/payment", pay.hidden()), CARD);

        assertThat(seen.status()).isEqualTo(404);
        assertThat(seen.body()).contains("data-code=\"order-not-found\"");
        assertThat(paid.status()).isEqualTo(404);
        assertThat(shop.charges(orderNo)).isEmpty();
    }

    private Form form(String id) {
        return Browser.form(alice.get(page), id);
    }

    /** Sends a form as somebody patient does: again, as it is, for as long as the page offers it. */
    private Answer settled(Form form, Map<String, String> filledIn) {
        Answer[] last = {alice.send(form, filledIn)};
        Shop.until("settled", () -> {
            if (last[0].body().contains("id=\"again\"")) {
                last[0] = alice.send(Browser.form(last[0], "again"), Map.of());
                return false;
            }
            return true;
        });
        return last[0];
    }
}
