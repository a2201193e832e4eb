package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every page is: whole without a script, in both languages, and made so that everybody can find the way. */
class PagesTest {
    private static FreshDatabase database;
    private static RunningService service;
    private static String orderNo;

    @BeforeAll
    static void start() {
        database = Databases.fresh(TestDatabase.SQLITE, PagesTest.class);
        service = RunningService.on(database);
        orderNo = service.as("alice").ordered("order", "TEA-1", 2);
        Shop.until(
                "booked",
                () -> service.as("alice")
                                .get("/api/points")
                                .json()
                                .path("balance")
                                .intValue()
                        == 136);
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/, 200, Products, 商品",
        "/sign-in, 200, Sign in, 登录",
        "/orders/new?sku=TEA-1, 200, Order, 下单",
        "/orders, 200, My orders, 我的订单",
        "/orders/ORDER, 200, to be paid, 待支付",
        "/orders/NONE, 404, You have no order with this number., 您没有这个订单号的订单。",
        "/nothing, 404, There is no such page., 没有这个页面。"
    })
    void everyPageIsThereInBothLanguages(String path, int status, String english, String chinese) {
        Answer en = signedIn("en-GB,en;q=0.8").get(path.replace("ORDER", orderNo));
        Answer zh = signedIn("zh-CN,zh;q=0.9,en;q=0.1").get(path.replace("ORDER", orderNo));

        assertThat(en.status()).isEqualTo(status);
        assertThat(zh.status()).isEqualTo(status);
        assertThat(en.header("Content-Type")).startsWith("text/html");
        assertThat(en.body()).contains("<html lang=\"en\"", english).doesNotContain("??");
        assertThat(zh.body()).contains("<html lang=\"zh-CN\"", chinese).doesNotContain("??");
        assertSound(en);
        assertSound(zh);
    }

    @Test
    void languageIsTheFirstThatIsKnownElseEnglish() {
        assertThat(new Browser(service.port(), "fr,zh;q=0.5,en;q=0.3").get("/").body())
                .contains("lang=\"zh-CN\"");
        assertThat(new Browser(service.port(), "fr").get("/").body()).contains("<html lang=\"en\"");
    }

    @Test
    void languageIsChosenByALinkToTheSamePageAndKept() {
        Browser browser = signedIn("en");

        Answer form = browser.get("/orders/new?sku=TEA-2");
        browser.get("/orders/new?sku=TEA-2&lang=zh");
        Answer later = browser.get("/orders");

        assertThat(form.body()).contains("href=\"/orders/new?sku=TEA-2&amp;lang=zh\"");
        assertThat(later.body()).contains("<html lang=\"zh-CN\"", "href=\"/orders?lang=en\"");
        assertThat(browser.get("/orders?lang=en").body()).contains("<html lang=\"en\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "../../etc", "<script>"})
    void languageThatIsNoneChangesNothing(String language) {
        Browser browser = new Browser(service.port(), "en");

        Answer page = browser.get("/?lang=" + language.replace("<", "%3C").replace(">", "%3E"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("<html lang=\"en\"").doesNotContain("<script>");
        assertThat(browser.get("/").status()).isEqualTo(200);
    }

    @Test
    void whatIsSoldIsShownToEverybodyWithPriceAndStock() {
        Answer page = new Browser(service.port(), "en").get("/");

        assertThat(page.body())
                .contains("Longjing green tea", "¥ 68.00", "998 left", "href=\"/orders/new?sku=TEA-1\"")
                .contains("href=\"/sign-in\"")
                .doesNotContain("action=\"/logout\"");
    }

    @Test
    void statusPageShowsTheWayOfTheOrder() {
        Answer page = signedIn("en").get("/orders/" + orderNo);

        assertThat(page.body())
                .contains("data-status=\"NEW\"", "data-shipment=\"OPEN\"", "data-points=\"136\"", "136 points booked")
                .containsPattern("data-step=\"ordered\" data-state=\"done\">")
                .containsPattern("data-step=\"paid\" data-state=\"waiting\" aria-current=\"step\"")
                .contains(
                        "action=\"/orders/" + orderNo + "/payment\"", "action=\"/orders/" + orderNo + "/cancellation\"")
                .contains("data-yici=\"pay:" + orderNo + "\"", "data-yici-tokens=\"/api/tokens?operation=page.pay\"")
                .contains("data-yici-status=\"/idempotency/page.pay/status?orderNo=" + orderNo + "\"");
    }

    /** The address that the page names for its script is one that answers. */
    @Test
    void statusOfAFormsTokenCanBeAsked() {
        Browser alice = signedIn("en");
        String token = Browser.form(alice.get("/orders/" + orderNo), "cancel").token();

        Answer asked = service.as("alice").getUnder(token, "/idempotency/page.cancel/status?orderNo=" + orderNo);

        assertThat(asked.text("status")).isEqualTo("absent");
    }

    @Test
    void ordersAreATableWithHeadings() {
        Answer page = signedIn("en").get("/orders");

        assertThat(page.body())
                .contains("<th scope=\"col\">Status</th>", "<th scope=\"row\"><a href=\"/orders/" + orderNo + "\"");
    }

    @Test
    void failureOfAPageIsAPage() {
        Answer error = signedIn("en").get("/error");

        assertThat(error.status()).isEqualTo(500);
        assertThat(error.body()).contains("Something failed here.", "role=\"alert\"");
        assertSound(error);
    }

    private static Browser signedIn(String languages) {
        Browser browser = new Browser(service.port(), languages);
        browser.signIn("alice", "demo");
        return browser;
    }

    /**
     * One heading, landmarks, a way past the head, a name for every field; nothing inline, which the policy forbids.
     */
    private static void assertSound(Answer page) {
        assertThat(found(page, "<h1")).hasSize(1);
        assertThat(found(page, "<main id=\"content\"")).hasSize(1);
        assertThat(found(page, "<title>[^<]+</title>")).hasSize(1);
        assertThat(page.body())
                .contains("class=\"skip\" href=\"#content\"", "<header>", "<nav aria-label=\"", "<footer>")
                .doesNotContain("style=", "<style", "onclick=", "javascript:");
        assertThat(found(page, "<script[^>]*>")).allMatch(script -> script.contains(" src=\"/"));
        assertThat(found(page, "<(?:input|select)[^>]*id=\"[^\"]+\"[^>]*>"))
                .allSatisfy(field -> assertThat(page.body())
                        .contains("<label for=\"" + field.replaceAll(".* id=\"([^\"]+)\".*", "$1") + "\""));
        assertThat(page.header("Content-Security-Policy")).contains("default-src 'self'");
    }

    private static List<String> found(Answer page, String pattern) {
        return Pattern.compile(pattern)
                .matcher(page.body())
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
