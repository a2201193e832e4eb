package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.FilePayload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Guarded forms of every kind, on pages made for it; what they send is taken down. */
class GuardTest extends InChromium {
    private static final String GUARDED = "<form id=\"f\" method=\"post\" action=\"/made/sent\" data-yici=\"made\"";
    private static final String TOKEN = "<input type=\"hidden\" name=\"_idempotency_key\" value=\"of-the-page\">";
    private static final String PARSED = GUARDED + ">" + TOKEN
            + "<button>Order</button></form><script>window.parsed = document.querySelector('[type=hidden]');</script>";
    private static final Pattern KEY = Pattern.compile("(?:_idempotency_key=|name=\"_idempotency_key\"\\s+)([\\w-]+)");
    private static final String UUID4 = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    /** The page stays where it is. */
    private static final Route.FulfillOptions NOTHING = new Route.FulfillOptions().setStatus(204);

    private final List<Request> sent = new ArrayList<>();
    private final Set<Request> over = new HashSet<>();
    private Route.FulfillOptions answer = NOTHING;
    private Page page;

    @BeforeEach
    void openABrowser() {
        sent.clear();
        over.clear();
        page = visitor().page();
        answer = NOTHING;
        page.context().onRequestFinished(over::add);
        page.context().onRequestFailed(over::add);
        page.context().route("**/made/sent*", route -> {
            sent.add(route.request());
            route.fulfill(answer);
        });
    }

    @Test
    void theSubmitterIsSentByItsNameAndIsPartOfTheContent() {
        open(form("<button name=\"do\" value=\"buy\">Buy</button><button name=\"do\" value=\"keep\">Keep</button>"));
        press("form.querySelectorAll('button')[1].click()");

        assertThat(body(0)).contains("do=keep").doesNotContain("do=buy");
        release();
        press("form.querySelectorAll('button')[0].click()");
        assertThat(body(1)).contains("do=buy");
        assertThat(key(1)).isNotEqualTo(key(0));
    }

    @Test
    void aFormUnderWayIsBusyAndSaysSo() {
        open(
                form(
                        "<button id=\"a\" data-yici-busy=\"Ordering\">Order</button>"
                                + "<button id=\"b\" disabled>Sold out</button><input type=\"submit\" id=\"c\"><button type=\"button\" id=\"d\">Help</button>"));
        page.focus("#a");
        page.keyboard().press("Enter");
        awaitSent(1);

        Visitor.until(page, "document.querySelector('#a').disabled");
        assertThat(page.getAttribute("#f", "aria-busy")).isEqualTo("true");
        assertThat(page.textContent("#a")).isEqualTo("Ordering");
        assertThat(page.isDisabled("#b")).isTrue();
        assertThat(page.isDisabled("#c")).isTrue();
        assertThat(page.isDisabled("#d")).isFalse();

        release();

        assertThat(page.getAttribute("#f", "aria-busy")).isNull();
        assertThat(page.textContent("#a")).isEqualTo("Order");
        assertThat(page.isDisabled("#a")).isFalse();
        assertThat(page.isDisabled("#b")).as("was not disabled by the guard").isTrue();
        assertThat(page.evaluate("document.activeElement.id")).isEqualTo("a");
    }

    /** Browsers do not count it among the elements of its form. */
    @Test
    void aPressedImageButtonIsDisabledToo() {
        open(form("<input type=\"image\" id=\"i\" alt=\"Order\">"));
        press("form.querySelector('#i').click()");
        Visitor.until(page, "document.querySelector('#i').disabled");

        release();

        assertThat(page.isDisabled("#i")).isFalse();
    }

    @Test
    void fieldsMayBeCalledAsWhatAFormHas() {
        open(form(
                "<input name=\"submit\" value=\"1\"><input name=\"method\" value=\"2\"><input name=\"action\" value=\"3\">"
                        + "<input name=\"id\" value=\"4\"><input name=\"target\" value=\"5\"><button>Order</button>"));
        press("form.querySelector('button').click(); form.requestSubmit();");

        assertThat(body(0)).contains("submit=1", "method=2", "action=3", "id=4", "target=5");
        assertThat(key(0)).matches(UUID4);
    }

    @Test
    void submittingByScriptWithoutAnEventIsGuardedToo() {
        open(form("<input name=\"sku\" value=\"TEA-1\">"));
        press("form.submit(); form.submit(); form.requestSubmit();");

        assertThat(key(0)).matches(UUID4);
        release();
        press("form.submit()");
        assertThat(key(1)).isEqualTo(key(0));
    }

    @Test
    void anAttributeThatIsMistypedIsTold() {
        List<String> told = new ArrayList<>();
        page.onConsoleMessage(message -> told.add(message.type() + ": " + message.text()));
        open(GUARDED + " data-yici-token=\"/made/tokens\"><button>Order</button></form>");
        page.focus("button");
        press("form.querySelector('button').click()");

        assertThat(told).singleElement().asString().startsWith("warning: Yici:").contains("not yiciToken;");
        assertThat(key(0)).matches(UUID4);
    }

    @Test
    void aButtonElsewhereInThePageBelongsToItsForm() {
        open(form("<input name=\"sku\" value=\"TEA-1\">")
                + "<button form=\"f\" name=\"do\" value=\"buy\" id=\"out\">Order</button>");
        press("document.querySelector('#out').click(); document.querySelector('#out').click();");

        assertThat(body(0)).contains("do=buy");
        Visitor.until(page, "document.querySelector('#out').disabled");
    }

    @Test
    void whereAButtonSendsItIsPartOfTheContent() {
        open(form("<button id=\"a\">Order</button><button id=\"b\" formaction=\"/made/sent?draft\">Draft</button>"));
        press("form.querySelector('#b').click()");
        release();
        press("form.querySelector('#a').click()");

        assertThat(sent.get(0).url()).endsWith("?draft");
        assertThat(key(1)).isNotEqualTo(key(0));
    }

    @Test
    void aFormThatLooksForSomethingIsLeftAlone() {
        open(
                "<form id=\"f\" action=\"/made/sent\" data-yici=\"made\"><input name=\"q\" value=\"tea\"><button>Find</button></form>");
        press("form.querySelector('button').click()");

        assertThat(sent.get(0).url()).endsWith("/made/sent?q=tea");
        assertThat(page.getAttribute("#f", "aria-busy")).isNull();
    }

    @Test
    void whatThePageItselfPreventsIsNotUnderWay() {
        open(form("<input name=\"sku\" value=\"TEA-1\"><button>Order</button>"));
        page.evaluate("window.prevent = event => event.preventDefault();"
                + "document.querySelector('#f').addEventListener('submit', window.prevent);"
                + "document.querySelector('#f button').click();");
        String unused = page.inputValue("#f [name=_idempotency_key]");
        page.evaluate("document.querySelector('#f').removeEventListener('submit', window.prevent);"
                + "document.querySelector('#f [name=sku]').value = 'TEA-2';");

        assertThat(page.getAttribute("#f", "aria-busy")).isNull();
        press("form.querySelector('button').click()");
        assertThat(key(0)).as("nothing went out under it").isEqualTo(unused);
    }

    @Test
    void aFormThatComesLaterIsGuarded() {
        open("<div id=\"later\"></div>");
        page.evaluate("html => { document.querySelector('#later').innerHTML = html; }", form("<button>Order</button>"));
        press("form.querySelector('button').click(); form.querySelector('button').click();");

        assertThat(key(0)).matches(UUID4);
    }

    @Test
    void aFormWithAFileCarriesItsKey() {
        open(GUARDED
                + " enctype=\"multipart/form-data\"><input type=\"file\" name=\"file\"><button>Send</button></form>");
        page.setInputFiles("#f [name=file]", new FilePayload("tea.txt", "text/plain", new byte[] {'t', 'e', 'a'}));
        press("form.querySelector('button').click()");

        assertThat(body(0)).contains("filename=\"tea.txt\"");
        assertThat(key(0)).matches(UUID4);
    }

    @Test
    void withoutAnotherTokenTheServerIsLeftToTellContentsApart() {
        open(form(TOKEN + "<input name=\"sku\" value=\"TEA-1\"><button>Order</button>"));
        press("form.querySelector('button').click()");
        release();
        press("form.elements.sku.value = 'TEA-2'; form.querySelector('button').click()");

        assertThat(List.of(key(0), key(1))).containsOnly("of-the-page");
    }

    @Test
    void editedContentGetsATokenOfItsOwn() {
        page.route("**/made/tokens", route -> route.fulfill(json("{\"token\":\"another\"}")));
        openWithTokens();
        press("form.querySelector('button').click()");
        release();
        press("form.elements.sku.value = 'TEA-2'; form.querySelector('button').click(); form.requestSubmit();");

        assertThat(key(0)).isEqualTo("of-the-page");
        assertThat(key(1)).isEqualTo("another");
        assertThat(body(1)).contains("do=buy", "sku=TEA-2");
    }

    @Test
    void whereNoTokenCanBeHadTheOldOneGoesAndTheButtonsNameToo() {
        page.route("**/made/tokens", Route::abort);
        openWithTokens();
        press("form.querySelector('button').click()");
        release();
        press("form.elements.sku.value = 'TEA-2'; form.querySelector('button').click(); form.requestSubmit();");

        assertThat(key(1)).isEqualTo("of-the-page");
        assertThat(body(1)).contains("do=buy", "sku=TEA-2");
    }

    /** It has lived for its time by the server's clock, whatever the device's says. */
    @Test
    void aTokenThatRanOutWhileThePageWasOpenIsReplaced() {
        page.route("**/made/tokens", route -> route.fulfill(json("{\"token\":\"another\"}")));
        page.clock().install();
        open(GUARDED + " data-yici-tokens=\"/made/tokens\">"
                + TOKEN.replace(
                        ">", " data-issued-at=\"2020-01-01T00:00:00Z\" data-expires-at=\"2020-01-01T00:30:00Z\">")
                + "<button>Order</button></form>");
        page.clock().fastForward("30:00");
        press("form.querySelector('button').click()");

        assertThat(key(0)).isEqualTo("another");
    }

    @Test
    void withoutAStatusAFormThatIsOpenedAnewIsANewIntentAndAReloadIsNot() {
        open(form("<input name=\"sku\" value=\"TEA-1\"><button>Order</button>"));
        press("form.querySelector('button').click()");
        page.reload();
        press("form.querySelector('button').click()");
        release();
        answer = html("<p id=\"next\">done</p>");
        press("form.querySelector('button').click()");
        page.waitForSelector("#next");
        page.navigate("/made/page");
        press("form.querySelector('button').click()");

        assertThat(key(1)).isEqualTo(key(0));
        assertThat(key(2)).isEqualTo(key(0));
        assertThat(key(3)).isNotEqualTo(key(0));
    }

    /** Firefox brings back what was written to a field it has parsed, whatever became of the field since. */
    @Test
    void aReloadFindsNoKeyInTheFieldThatWasParsed() {
        open(PARSED);
        press("form.querySelector('button').click()");

        assertThat(page.evaluate("window.parsed.isConnected")).isEqualTo(false);
        assertThat(page.getAttribute("#f [name=_idempotency_key]", "autocomplete"))
                .isEqualTo("off");
        assertThat(key(0)).isEqualTo("of-the-page");
    }

    /** Nothing else remembers it there: B51. */
    @Test
    void withoutStorageTheFieldThatWasParsedKeepsTheKey() {
        page.addInitScript(
                "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('forbidden'); } });");
        open(PARSED);
        press("form.querySelector('button').click()");

        assertThat(page.evaluate("window.parsed.isConnected")).isEqualTo(true);
        assertThat(page.evaluate("window.parsed.value")).isEqualTo(key(0)).isEqualTo("of-the-page");
        assertThat(page.getAttribute("#f [name=_idempotency_key]", "autocomplete"))
                .isNull();
    }

    @Test
    void aPageThatStaysBecomesUsableAgainAndAsksUnderTheSameKey() {
        open("<form id=\"f\" method=\"post\" action=\"/made/sent\"><button>Order</button></form>");
        page.evaluate(
                "import('/webjars/yici/guard.js').then(({ guardForm }) => guardForm(document.querySelector('#f'), { releaseAfter: 300 }))");
        press("form.querySelector('button').click()");
        Visitor.until(page, "document.querySelector('#f').matches(':not([aria-busy])')");
        press("form.querySelector('button').click()");

        assertThat(key(1)).isEqualTo(key(0)).matches(UUID4);
    }

    @Test
    void aFormThatAnswersInAnotherTabIsUsableAgain() {
        open(form("<button>Order</button>").replace("action", "target=\"_blank\" action"));
        press("form.querySelector('button').click()");
        Visitor.until(page, "document.querySelector('#f').matches('[aria-busy]')");
        Visitor.until(page, "document.querySelector('#f').matches(':not([aria-busy])')");
        press("form.querySelector('button').click()");

        assertThat(key(1)).isEqualTo(key(0));
    }

    private void openWithTokens() {
        open(GUARDED + " data-yici-tokens=\"/made/tokens\">" + TOKEN
                + "<input name=\"sku\" value=\"TEA-1\"><button name=\"do\" value=\"buy\">Order</button></form>");
    }

    private static String form(String content) {
        return GUARDED + ">" + content + "</form>";
    }

    private void open(String body) {
        page.route("**/made/page", route -> route.fulfill(html(body)));
        page.navigate("/made/page");
        page.waitForFunction("window.guarded");
    }

    private static Route.FulfillOptions html(String body) {
        return new Route.FulfillOptions()
                .setContentType("text/html")
                .setBody("<!doctype html><title>made</title><body>" + body
                        + "<script type=\"module\">import '/webjars/yici/forms.js'; window.guarded = true;</script>");
    }

    private static Route.FulfillOptions json(String body) {
        return new Route.FulfillOptions().setContentType("application/json").setBody(body);
    }

    /** Does something with the form, which is to send it once. */
    private void press(String script) {
        int before = sent.size();
        page.evaluate("() => { const form = document.querySelector('#f'); " + script + " }");
        awaitSent(before + 1);
    }

    private void awaitSent(int count) {
        page.waitForCondition(() -> sent.size() >= count && over.containsAll(sent));
        assertThat(sent).hasSize(count);
    }

    /** As when the page comes back. */
    private void release() {
        page.evaluate(
                "import('/webjars/yici/guard.js').then(({ guardForm }) => guardForm(document.querySelector('#f')).release())");
    }

    private String body(int index) {
        return String.valueOf(sent.get(index).postData());
    }

    private String key(int index) {
        Matcher key = KEY.matcher(body(index));
        assertThat(key.find()).as(body(index)).isTrue();
        return key.group(1);
    }
}
