package io.yici.example.orders.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.TimeoutError;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Somebody at a browser. What any of the tabs sends is noted. */
final class Visitor implements AutoCloseable {
    private static final Pattern KEY_FIELD =
            Pattern.compile("(?:(?:^|&)_idempotency_key=|name=\"_idempotency_key\"\r\n\r\n)([^&\r]*)");

    private final BrowserContext context;
    private final Page page;
    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private final List<String> replays = new CopyOnWriteArrayList<>();

    Visitor(BrowserContext context) {
        this.context = context;
        context.setDefaultTimeout(10_000);
        context.setDefaultNavigationTimeout(10_000);
        context.onRequest(request -> Sent.of(request).ifPresent(sent::add));
        context.onResponse(this::note);
        page = context.newPage();
    }

    private void note(Response response) {
        if ("true".equals(response.headers().get("idempotent-replayed"))) {
            replays.add(URI.create(response.url()).getPath());
        }
    }

    /** As when a session has timed out: its cookie is worth nothing any more, the others are. */
    void loseSession() {
        context.clearCookies(new BrowserContext.ClearCookiesOptions().setName("JSESSIONID"));
    }

    /** Unplugs the network, or plugs it in again; what is open stays so. */
    void offline(boolean is) {
        context.setOffline(is);
    }

    BrowserContext context() {
        return context;
    }

    /** The first tab. */
    Page page() {
        return page;
    }

    /** Opens an address in the first tab. */
    Page open(String path) {
        page.navigate(path);
        return page;
    }

    Visitor signIn(String user) {
        signIn(user, page);
        return this;
    }

    /** Signs in in one of the tabs, which means all of them. */
    void signIn(String user, Page tab) {
        tab.navigate("/sign-in");
        tab.fill("#sign-in [name=username]", user);
        tab.fill("#sign-in [name=password]", "demo");
        tab.click("#sign-in button");
        tab.waitForURL(address -> !address.contains("/sign-in"));
    }

    /** Loads a page again, whatever it is waiting for. */
    static void reload(Page page) {
        try {
            page.reload();
        } catch (PlaywrightException broken) {
            // What was on its way is broken off, which the driver takes for the reload's own end.
            if (!String.valueOf(broken.getMessage()).contains("ERR_ABORTED")) {
                throw broken;
            }
        }
    }

    /** Marks the page of a tab, to tell the next one from it. */
    static void mark(Page page) {
        page.evaluate("window.old = true");
    }

    /** Waits until the page after the marked one shows this, laid out; its modules may not have run. */
    static void untilNext(Page page, String selector) {
        until(page, "!window.old && document.styleSheets.length > 0 && !!document.querySelector('" + selector + "')");
    }

    /** Waits until an expression is true in a tab. (The driver's own wait needs eval, which the pages forbid.) */
    static void until(Page page, String expression) {
        try {
            page.waitForCondition(() -> isTrue(page, expression));
        } catch (TimeoutError late) {
            throw new AssertionError(
                    "not so: " + expression + " on " + page.url() + ": " + page.textContent("body"), late);
        }
    }

    private static boolean isTrue(Page page, String expression) {
        try {
            return Boolean.TRUE.equals(page.evaluate(expression));
        } catch (PlaywrightException leaving) {
            if (String.valueOf(leaving.getMessage()).contains("Execution context was destroyed")) {
                return false;
            }
            throw leaving;
        }
    }

    /** The keys of the POSTs to a path, in the order they were sent; "" for one without. */
    List<String> keys(String path) {
        return sent.stream()
                .filter(one -> one.path().equals(path))
                .map(Sent::key)
                .toList();
    }

    /** The key of the last one. */
    String lastKey(String path) {
        List<String> keys = keys(path);
        return keys.get(keys.size() - 1);
    }

    /** The answers to POSTs to a path that were repeats of an earlier one. */
    long replays(String path) {
        return replays.stream().filter(path::equals).count();
    }

    @Override
    public void close() {
        context.close();
    }

    /** A POST, and its key in the header or the form. */
    private record Sent(String path, String key) {
        static Optional<Sent> of(Request request) {
            if (!request.method().equals("POST")) {
                return Optional.empty();
            }
            String header = request.headers().get("idempotency-key");
            String body = request.postData();
            String key = header != null ? header : body == null ? "" : inForm(body);
            return Optional.of(new Sent(URI.create(request.url()).getPath(), key));
        }

        private static String inForm(String body) {
            return Stream.of(KEY_FIELD.matcher(body))
                    .filter(field -> field.find())
                    .map(field -> URLDecoder.decode(field.group(1), StandardCharsets.UTF_8))
                    .findFirst()
                    .orElse("");
        }
    }
}
