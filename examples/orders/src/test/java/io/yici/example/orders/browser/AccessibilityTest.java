package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages for people who see little, or nothing, or have no pointer. */
class AccessibilityTest extends InChromium {
    private String fresh;
    private String paid;

    @BeforeAll
    void order() {
        fresh = service.as("alice").ordered("axe-fresh", "TEA-1", 1);
        paid = service.as("alice").ordered("axe-paid", "TEA-2", 2);
        service.as("alice").paid("axe-pay", paid);
    }

    @ParameterizedTest
    @CsvSource({"en-GB, LIGHT, 1280, 900", "en-GB, DARK, 390, 844", "zh-CN, LIGHT, 390, 844", "zh-CN, DARK, 1280, 900"})
    void axeFindsNothingSerious(String language, ColorScheme scheme, int width, int height) {
        Visitor alice = visitor(
                origin(),
                options -> options.setLocale(language).setColorScheme(scheme).setViewportSize(width, height));
        assertNothingSerious(alice.open("/"));
        assertNothingSerious(alice.open("/sign-in"));
        alice.signIn("alice");
        for (String path : List.of(
                "/",
                "/orders/new?sku=TEA-1",
                "/orders",
                "/orders/" + fresh,
                "/orders/" + paid,
                "/orders/1",
                "/nowhere")) {
            assertNothingSerious(alice.open(path));
        }
    }

    private static void assertNothingSerious(Page page) {
        List<String> findings = new AxeBuilder(page)
                .setLegacyMode(true).analyze().getViolations().stream()
                        .filter(rule -> Set.of("serious", "critical").contains(rule.getImpact()))
                        .map(rule -> rule.getId() + ": " + rule.getHelp() + " " + rule.getNodes())
                        .toList();
        assertThat(findings).as(page.url()).isEmpty();
    }

    @Test
    void orderAndPaymentNeedNoPointer() {
        Page page = visitor().page();
        page.navigate("/sign-in");
        tabTo(page, "#sign-in [name=username]");
        page.keyboard().type("alice");
        tabTo(page, "#sign-in [name=password]");
        page.keyboard().type("demo");
        page.keyboard().press("Enter");
        page.waitForURL(address -> !address.contains("/sign-in"));
        page.navigate("/");
        tabTo(page, "a[href*='sku=TEA-1']");
        page.keyboard().press("Enter");
        OrderForm form = new OrderForm(page).ready();
        tabTo(page, "#order [name=quantity]");
        page.keyboard().press("ArrowUp");
        tabTo(page, "#send");
        page.keyboard().press("Enter");
        String orderNo = form.placed();
        Visitor.until(page, "!!document.querySelector('#pay button:enabled')");
        tabTo(page, "#pay button");
        page.keyboard().press("Enter");

        Visitor.until(page, "!!document.querySelector('#status[data-status=PAID]')");
        assertThat(number("SELECT quantity FROM orders WHERE order_no = '" + orderNo + "'"))
                .isEqualTo(2);
    }

    /** By the Tab key, from where the focus is, until it is there. */
    private static void tabTo(Page page, String selector) {
        for (int presses = 0; presses < 60; presses++) {
            if (Boolean.TRUE.equals(
                    page.evaluate("selector => !!document.activeElement?.matches(selector)", selector))) {
                return;
            }
            page.keyboard().press("Tab");
        }
        throw new AssertionError("The Tab key does not lead to " + selector + " on " + page.url());
    }
}
