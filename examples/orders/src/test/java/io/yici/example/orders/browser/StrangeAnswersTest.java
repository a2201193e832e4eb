package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that are not the service's, and pages that get lost on their way. */
class StrangeAnswersTest extends InChromium {
    private Visitor alice;
    private Page page;

    @BeforeEach
    void signIn() {
        alice = visitor().signIn("alice");
        page = alice.page();
    }

    /** The network one is in answers in the service's place: 200, and a page of its own. */
    @Test
    void pageOfTheNetworkIsTakenForNoOrder() {
        OrderForm form = OrderForm.open(page).ready();
        int before = orders();
        AtomicInteger asked = new AtomicInteger();
        page.route("**" + OrderForm.API, route -> {
            if (asked.getAndIncrement() == 0) {
                route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/html")
                        .setBody("<h1>Welcome to the hotel</h1>"));
            } else {
                route.resume();
            }
        });

        form.fill(2).press().told("unknown").ready();
        assertThat(orders()).isEqualTo(before);
        form.press().placed();

        List<String> keys = alice.keys(OrderForm.API);
        assertThat(orders() - before).isEqualTo(1);
        assertThat(keys).hasSize(2).containsOnly(keys.get(0));
    }

    @Test
    void progressGoesOnAfterAPageThatWasLost() {
        String path = "/orders/" + service.as("alice").ordered(UUID.randomUUID().toString(), "TEA-1", 1);
        page.navigate(path);
        AtomicInteger lost = new AtomicInteger();
        page.route("**" + path, route -> {
            if (lost.getAndIncrement() == 0) {
                route.abort();
            } else {
                route.resume();
            }
        });

        Page other = alice.context().newPage();
        other.navigate(path);
        other.click("#pay button");
        page.bringToFront();

        Visitor.until(page, "document.querySelector('#status').dataset.status === 'PAID'");
        assertThat(lost.get()).isGreaterThan(1);
    }

    @Test
    void addressThatCannotBeReadIsNoFaultOfTheService() {
        assertThat(page.navigate("/orders/new?sku=%zz").status()).isEqualTo(400);
        assertThat(page.getAttribute("#refusal", "data-code")).isEqualTo("request-invalid");
    }
}
