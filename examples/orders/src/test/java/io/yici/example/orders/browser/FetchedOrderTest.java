package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.BoundingBox;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order form as the page has it: sent by {@code onceFetch}. */
class FetchedOrderTest extends OneIntentContract {
    FetchedOrderTest() {
        super(OrderForm.API);
    }

    /** A click is lost when the button is elsewhere by the time the finger comes up. */
    @ParameterizedTest
    @ValueSource(ints = {1280, 360})
    void pageMovesNoButtonWhenItsModulesRun(int width) {
        form.page().setViewportSize(width, 740);
        Visitor.mark(form.page());
        OrderForm.Trigger reload = form.arm(gate, "location.reload();");
        BoundingBox before;
        try (Gate.Held module = gate.holdNextPage("/order.js")) {
            reload.pull();
            module.awaitArrived();
            Visitor.untilNext(form.page(), "#send");
            before = button();
        }
        Visitor.until(form.ready().page(), "document.querySelector('#total').textContent !== ''");

        assertThat(button()).usingRecursiveComparison().isEqualTo(before);
    }

    private BoundingBox button() {
        return form.page().locator("#send").boundingBox();
    }
}
