package io.yici.example.orders.browser;

/** The order form as a page without a script of its own has it: a plain form, guarded by {@code forms.js}. */
class GuardedOrderTest extends OneIntentContract {
    GuardedOrderTest() {
        super(OrderForm.PLAIN);
    }

    @Override
    void prepare() {
        guardTheForm(gate);
    }

    /** Takes the script out of the page, and puts the guard in. */
    static void guardTheForm(Gate gate) {
        gate.rewrite("/orders/new", "/order.js", "/webjars/yici/forms.js");
        gate.rewrite(
                "/orders/new",
                "<form id=\"order\"",
                "<form id=\"order\" data-yici=\"order:alice\" data-yici-tokens=\"/api/tokens?operation=page.order\""
                        + " data-yici-status=\"/idempotency/page.order/status\"");
    }
}
