package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** That the browser of these tests is what they take it for. */
class BrowserTest extends InChromium {
    private static final String NOTE_SHOWN =
            "addEventListener('pageshow', event => { window.persisted = event.persisted; })";

    @Test
    void pageOneComesBackToIsAsItWasLeft() {
        gate.letPagesBeKept();
        Page page = visitor().open("/");
        page.evaluate("window.mark = 'left'");
        page.evaluate(NOTE_SHOWN);

        page.navigate("/favicon.svg");
        page.evaluate("setTimeout(() => history.back())");

        Visitor.until(page, "window.persisted === true");
        assertThat(page.evaluate("window.mark")).isEqualTo("left");
    }

    @Test
    void pageOneComesBackToIsLoadedAgainWithoutTheCache() {
        gate.letPagesBeKept();
        try (Chromium other = Chromium.withoutBackForwardCache();
                Visitor visitor = other.visitor(origin())) {
            visitor.context().addInitScript(NOTE_SHOWN);
            Page page = visitor.open("/");
            page.evaluate("window.mark = 'left'");

            page.navigate("/favicon.svg");
            page.evaluate("setTimeout(() => history.back())");

            page.waitForURL(address -> address.endsWith("/"));
            Visitor.until(page, "window.persisted === false");
            assertThat(page.evaluate("window.mark")).isNull();
        }
    }

    @Test
    void originOnTheNetworkIsNotSecure() {
        Page far = visitor(insecureOrigin(), options -> options).open("/");
        Page near = visitor().open("/");

        assertThat(far.evaluate("[isSecureContext, typeof crypto.randomUUID]"))
                .asList()
                .containsExactly(false, "undefined");
        assertThat(near.evaluate("[isSecureContext, typeof crypto.randomUUID]"))
                .asList()
                .containsExactly(true, "function");
    }
}
