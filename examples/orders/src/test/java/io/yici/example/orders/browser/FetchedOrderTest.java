package io.yici.example.orders.browser;

/** The order form as the page has it: sent by {@code onceFetch}. */
class FetchedOrderTest extends OneIntentContract {
    FetchedOrderTest() {
        super(OrderForm.API);
    }
}
