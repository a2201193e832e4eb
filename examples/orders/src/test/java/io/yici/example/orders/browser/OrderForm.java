package io.yici.example.orders.browser;

import com.microsoft.playwright.Page;

/** The order form in a tab. */
record OrderForm(Page page) {
    /** Where the form goes with JavaScript, and where without. */
    static final String API = "/api/orders";

    static final String PLAIN = "/orders";

    static OrderForm open(Page page) {
        page.navigate("/orders/new?sku=TEA-1");
        return new OrderForm(page);
    }

    OrderForm fill(int quantity) {
        page.fill("#order [name=quantity]", String.valueOf(quantity));
        return this;
    }

    /** One click, as a hand does it, and no wait for what comes of it. */
    OrderForm press() {
        page.click("#send", new Page.ClickOptions().setNoWaitAfter(true));
        return this;
    }

    /** Runs statements in one task of the page, with {@code form}, {@code button} and {@code quantity} at hand. */
    OrderForm atOnce(String statements) {
        page.evaluate("() => { const form = document.querySelector('#order');"
                + " const button = document.querySelector('#send');"
                + " const quantity = form.querySelector('[name=quantity]'); " + statements + " }");
        return this;
    }

    /**
     * As {@link #atOnce}, but at a moment to come: while a browser is on its way to another page it takes no orders
     * from a driver.
     */
    Trigger arm(Gate gate, String statements) {
        Trigger trigger = new Trigger(gate.holdNextPage("/favicon.svg"), gate.holdNextPage("/favicon.svg"));
        atOnce("fetch('/favicon.svg?go').then(async () => { " + statements + " fetch('/favicon.svg?done'); });");
        trigger.go.awaitArrived();
        return trigger;
    }

    /** Statements that wait for their moment. */
    record Trigger(Gate.Held go, Gate.Held done) {
        /** Lets them run, and waits until they have. */
        void pull() {
            go.close();
            done.awaitArrived();
            done.close();
        }
    }

    /** Loads the page again, whatever it is waiting for. */
    OrderForm reload() {
        Visitor.reload(page);
        return ready();
    }

    /** Waits for the page of the order and returns its number. */
    String placed() {
        Visitor.until(page, "!!document.querySelector('#status')");
        String path = (String) page.evaluate("location.pathname");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Waits until the form says so. */
    OrderForm told(String kind) {
        Visitor.until(page, "document.querySelector('#answer')?.dataset.kind === '" + kind + "'");
        return this;
    }

    /**
     * Waits until the form is at rest: usable, and nothing under way. What was typed before is put back until the page
     * is complete, also into the middle of what is being typed.
     */
    OrderForm ready() {
        Visitor.until(
                page,
                "document.readyState === 'complete' && !!document.querySelector('#send:enabled')"
                        + " && !document.querySelector('[aria-busy=true]')");
        return this;
    }

    /** Waits until the form knows what became of everything that was sent from it: before, pressing asks for that. */
    OrderForm knowing() {
        Visitor.until(
                page,
                "Object.entries(sessionStorage).filter(([name]) => name.startsWith('yici:'))"
                        + ".every(([, notes]) => Object.values(JSON.parse(notes)).every(note => note.done))");
        return this;
    }
}
