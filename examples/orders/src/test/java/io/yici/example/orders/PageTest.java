package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in, and what a script may do with the session of its page. */
class PageTest {
    private static final String ORDER = "{\"sku\":\"TEA-1\",\"quantity\":1}";

    private static FreshDatabase database;
    private static RunningService service;

    private CookieManager cookies;
    private HttpClient browser;

    @BeforeAll
    static void start() {
        database = Databases.fresh(TestDatabase.SQLITE, PageTest.class);
        service = RunningService.on(database);
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @BeforeEach
    void openBrowser() {
        cookies = new CookieManager();
        browser = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .cookieHandler(cookies)
                .build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/page.css",
                "/order.js",
                "/status.js",
                "/webjars/yici/index.js",
                "/webjars/yici/forms.js",
                "/sign-in",
                "/favicon.svg",
                "/actuator/health"
            })
    void everybodyMayOpen(String path) throws Exception {
        assertThat(get(path).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/orders",
                "/api/orders/1",
                "/api/orders/1/payments",
                "/api/orders/1/refunds",
                "/api/operations",
                "/api/tokens?operation=order.create",
                "/api/stock",
                "/api/stock/TEA-1",
                "/actuator/env",
                "/nothing"
            })
    void strangersMayNot(String path) throws Exception {
        Answer refused = get(path);

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).startsWith("Basic");
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.text("code")).isEqualTo("not-signed-in");
    }

    @Test
    void wrongPasswordIsRefusedBeforeTheKeyIsTaken() {
        Client mallory = new Client(service.port(), "alice", "wrong");

        assertThat(mallory.order("k-wrong", "TEA-1", 1).status()).isEqualTo(401);
        assertThat(service.as("alice").order("k-wrong", "TEA-1", 1).replayed()).isFalse();
    }

    @Test
    void userIsOneWhateverTheCaseOfItsName() {
        Answer first = service.as("alice").order("k-case", "TEA-1", 1);

        Answer again = new Client(service.port(), "ALICE", "demo").order("k-case", "TEA-1", 1);

        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
    }

    @Test
    void signedInPageOrdersOnceAndSignsOut() throws Exception {
        get("/");
        assertThat(signIn("alice", "demo").status()).isEqualTo(204);
        assertThat(get("/api/orders").status()).isEqualTo(200);

        Answer first = order("k-page");
        Answer again = order("k-page");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        // One identity, by whichever door: a program of hers gets the page's answer.
        assertThat(service.as("alice").order("k-page", "TEA-1", 1).body()).isEqualTo(first.body());
        assertThat(post("/logout", "", token()).status()).isEqualTo(204);
        assertThat(get("/api/orders").status()).isEqualTo(401);
    }

    /** What the page does when somebody opens it, orders and pays: a token for each, and each once. */
    @Test
    void signedInPageOrdersAndPaysByTokens() throws Exception {
        get("/");
        signIn("alice", "demo");
        String orderToken = get("/api/tokens?operation=order.create").text("token");
        Answer ordered = order(orderToken);
        String payments = "/api/orders/" + ordered.text("orderNo") + "/payments";
        String payToken = get("/api/tokens?operation=payment.pay").text("token");

        Answer paid = postUnder(payToken, payments, "{\"channel\":\"wechat\"}");
        Answer pressedAgain = postUnder(payToken, payments, "{\"channel\":\"wechat\"}");

        assertThat(ordered.status()).isEqualTo(201);
        assertThat(paid.status()).isEqualTo(201);
        assertThat(pressedAgain.replayed()).isTrue();
        assertThat(pressedAgain.body()).isEqualTo(paid.body());
        assertThat(get("/api/orders/" + ordered.text("orderNo")).text("status")).isEqualTo("PAID");
        assertThat(post(payments, "{\"channel\":\"card\"}", null).status()).isEqualTo(403);
    }

    @Test
    void wrongLoginIsRefusedWithoutABrowserDialog() throws Exception {
        get("/");

        Answer refused = signIn("alice", "wrong");

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isEmpty();
    }

    @Test
    void sessionWithoutItsCsrfTokenCannotOrder() throws Exception {
        get("/");
        signIn("bob", "demo");

        Answer forged = post("/api/orders", ORDER, null);

        assertThat(forged.status()).isEqualTo(403);
        assertThat(forged.text("code")).isEqualTo("forbidden");
        assertThat(service.as("bob").orders()).isZero();
    }

    private Answer signIn(String user, String password) throws Exception {
        return send(HttpRequest.newBuilder(uri("/login"))
                .header("X-XSRF-TOKEN", token())
                .header("X-Requested-With", "XMLHttpRequest")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("username=" + user + "&password=" + password))
                .build());
    }

    private Answer order(String key) throws Exception {
        return postUnder(key, "/api/orders", ORDER);
    }

    private Answer postUnder(String key, String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(uri(path))
                .header("X-XSRF-TOKEN", token())
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private Answer post(String path, String body, @org.jspecify.annotations.Nullable String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Idempotency-Key", "k-forged")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (token != null) {
            request.header("X-XSRF-TOKEN", token);
        }
        return send(request.build());
    }

    private Answer get(String path) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    private Answer send(HttpRequest request) throws IOException, InterruptedException {
        return Answer.of(browser.send(request, HttpResponse.BodyHandlers.ofString()));
    }

    private String token() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals("XSRF-TOKEN"))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }
}
