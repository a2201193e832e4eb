package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People sign in by a form, and get back to what they wanted to see; without a script. */
class SignInTest {
    private static FreshDatabase database;
    private static RunningService service;

    private Browser browser;

    @BeforeAll
    static void start() {
        database = Databases.fresh(TestDatabase.SQLITE, SignInTest.class);
        service = RunningService.on(database);
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @BeforeEach
    void openBrowser() {
        browser = new Browser(service.port(), "en");
    }

    @Test
    void pageThatNeedsAUserLeadsToTheFormAndBackToItself() {
        Answer asked = browser.get("/orders/new?sku=TEA-2");
        Answer signedIn = browser.signIn("alice", "demo");

        assertThat(asked.status()).isEqualTo(302);
        assertThat(asked.header("Location")).endsWith("/sign-in");
        assertThat(asked.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(signedIn.status()).isEqualTo(302);
        assertThat(signedIn.header("Location")).endsWith("/orders/new?sku=TEA-2");
        assertThat(browser.get("/orders/new?sku=TEA-2").status()).isEqualTo(200);
    }

    @Test
    void wrongPasswordIsToldOnThePageAndTheRightOneStillLeadsBack() {
        browser.get("/orders");
        Answer refused = browser.signIn("alice", "wrong");
        Answer page = browser.get("/sign-in?wrong");
        Answer signedIn = browser.signIn("alice", "demo");

        assertThat(refused.status()).isEqualTo(302);
        assertThat(refused.header("Location")).endsWith("/sign-in?wrong");
        assertThat(page.body()).contains("role=\"alert\"", "Wrong name or password", "aria-invalid=\"true\"");
        assertThat(browser.get("/sign-in").body()).doesNotContain("role=\"alert\"");
        assertThat(signedIn.header("Location")).endsWith("/orders");
    }

    /** What is kept until somebody has signed in is what they wanted to see, never a write. */
    @Test
    void formOfAStrangerIsRefusedAndNotSentBySigningIn() {
        String csrf = Browser.form(browser.get("/sign-in"), "sign-in").csrf();

        Answer refused = browser.send(
                new Browser.Form("/orders", Map.of("_csrf", csrf)), Map.of("sku", "TEA-1", "quantity", "1"));
        Answer signedIn = browser.signIn("bob", "demo");

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("Content-Type")).startsWith("text/html");
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(refused.body()).contains("not signed in", "Nothing was done", "href=\"/orders/new\"");
        assertThat(signedIn.header("Location")).endsWith("/");
        assertThat(service.as("bob").orders()).isZero();
    }

    @Test
    void signingOutIsAFormAndEndsTheSession() {
        browser.signIn("alice", "demo");
        Answer page = browser.get("/orders");
        String csrf = Browser.form(browser.get("/orders/new"), "order").csrf();

        Answer out = browser.send(new Browser.Form("/logout", Map.of("_csrf", csrf)), Map.of());

        assertThat(page.body()).contains("action=\"/logout\" method=\"post\"");
        assertThat(out.status()).isEqualTo(302);
        assertThat(browser.get("/orders").status()).isEqualTo(302);
        assertThat(browser.get("/sign-in?out").body()).contains("role=\"status\"", "You are signed out");
        assertThat(browser.get("/logout").status()).isNotEqualTo(204);
    }

    /** The API answers a browser as it answers everybody. */
    @Test
    void apiLeadsNobodyToAForm() {
        Answer refused = browser.get("/api/orders");

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.header("WWW-Authenticate")).startsWith("Basic");
    }

    /** A page's script that asks after its session has ended must not make the browser open a dialog. */
    @Test
    void browserThatHasAPageIsNotChallenged() {
        browser.get("/");

        Answer refused = browser.get("/api/tokens?operation=order.create");

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isEmpty();
    }

    @Test
    void addressOfTheFormCannotLeadElsewhere() {
        browser.get("/sign-in?continue=https://example.org/");

        assertThat(browser.signIn("alice", "demo").header("Location")).endsWith("127.0.0.1:" + service.port() + "/");
    }
}
