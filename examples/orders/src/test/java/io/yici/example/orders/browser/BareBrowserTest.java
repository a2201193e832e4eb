package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A browser without what one would like it to have: B51. Each visitor of these tests is one of a private window:
 * nothing of it is kept.
 */
class BareBrowserTest extends InChromium {
    private static final Pattern UUID_4 =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    private static final String NO_STORAGE = "Object.defineProperty(window, 'sessionStorage',"
            + " { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });"
            + " Object.defineProperty(window, 'localStorage',"
            + " { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });";

    private static final String FULL_STORAGE = "for (let size = 1 << 20; size >= 1; size >>= 1) {"
            + " try { for (let n = 0; ; n++) { sessionStorage.setItem('full' + size + '.' + n, 'x'.repeat(size)); } }"
            + " catch (full) { /* a smaller piece may still fit */ } }";

    @ParameterizedTest
    @ValueSource(strings = {NO_STORAGE, FULL_STORAGE})
    void withoutStorageTwoClicksPlaceOneOrder(String broken) {
        Visitor alice = visitor();
        alice.context().addInitScript(broken);
        int before = orders();

        form(alice.signIn("alice"))
                .fill(2)
                .atOnce("button.click(); button.click();")
                .placed();

        assertThat(orders() - before).isEqualTo(1);
        assertOneKey(alice);
    }

    @ParameterizedTest
    @ValueSource(strings = {NO_STORAGE, FULL_STORAGE})
    void withoutStorageALostAnswerIsAskedForUnderItsKey(String broken) {
        Visitor alice = visitor();
        alice.context().addInitScript(broken);
        int before = orders();
        OrderForm form = form(alice.signIn("alice"));

        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            answer.breakOff();
        }
        form.placed();

        assertThat(orders() - before).isEqualTo(1);
        assertOneKey(alice);
        assertThat(alice.keys(OrderForm.API)).hasSizeGreaterThan(1);
    }

    @Test
    void fullStorageIsFull() {
        Visitor alice = visitor();
        alice.context().addInitScript(FULL_STORAGE);
        alice.open("/");

        assertThat(alice.page()
                        .evaluate("() => { try { sessionStorage.setItem('yici:x', '0123456789'); return 'stored'; }"
                                + " catch (refused) { return refused.name; } }"))
                .isEqualTo("QuotaExceededError");
    }

    @Test
    void insecureOriginPlacesOneOrderHoweverItIsPressed() {
        Visitor alice = visitor(insecureOrigin(), options -> options).signIn("alice");
        int before = orders();
        OrderForm form = form(alice);
        assertThat(form.page().evaluate("[isSecureContext, typeof crypto.randomUUID]"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactly(false, "undefined");

        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).atOnce("button.click(); button.click();");
            answer.awaitDone();
            form.reload().fill(2).press().placed();
        }

        assertThat(orders() - before).isEqualTo(1);
        assertOneKey(alice);
    }

    @Test
    void keysMadeInABrowserAreRandomUuids() {
        for (String origin : List.of(origin(), insecureOrigin())) {
            Visitor somebody = visitor(origin, options -> options);
            somebody.open("/");

            @SuppressWarnings("unchecked")
            List<String> keys = (List<String>) somebody.page()
                    .evaluate("() => import('/webjars/yici/index.js')"
                            + ".then(yici => Array.from({ length: 100 }, () => yici.mintKey()))");

            assertThat(keys)
                    .hasSize(100)
                    .doesNotHaveDuplicates()
                    .allMatch(key -> UUID_4.matcher(key).matches());
        }
    }

    /** A day's tokens would be over, or not yet begun, by such a clock. */
    @ParameterizedTest
    @ValueSource(longs = {-365, 365})
    void clockThatIsAYearWrongChangesNothing(long days) {
        Visitor alice = visitor();
        alice.context().addInitScript(clockWrongBy(Duration.ofDays(days)));
        int before = orders();
        OrderForm form = form(alice.signIn("alice"));
        assertThat(((Number) form.page().evaluate("Date.now()")).doubleValue() - System.currentTimeMillis())
                .isBetween(days * 86_400_000.0 - 60_000, days * 86_400_000.0 + 60_000);

        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            answer.breakOff();
        }
        form.placed();

        assertThat(orders() - before).isEqualTo(1);
        assertOneKey(alice);
    }

    private static String clockWrongBy(Duration shift) {
        return "const RightDate = Date; window.Date = class extends RightDate {"
                + " constructor(...given) { given.length ? super(...given) : super(Date.now()); }"
                + " static now() { return RightDate.now() + " + shift.toMillis() + "; } };";
    }

    private static OrderForm form(Visitor visitor) {
        return OrderForm.open(visitor.page()).ready();
    }

    private static void assertOneKey(Visitor visitor) {
        List<String> keys = visitor.keys(OrderForm.API);
        assertThat(keys).isNotEmpty().containsOnly(keys.get(0)).doesNotContain("");
    }
}
