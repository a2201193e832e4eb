package io.yici.example.orders.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The system's Chromium, without a window. It resolves {@code shop.test}, an origin that is not secure, to this
 * machine, and no other name. Used by the thread that started it.
 */
final class Chromium implements AutoCloseable {
    private static final String WITHOUT_BACK_FORWARD_CACHE = "--disable-back-forward-cache";

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** As users have it: pages one comes back to may be as they were left. */
    static Chromium start(String... arguments) {
        return start(List.of(WITHOUT_BACK_FORWARD_CACHE), arguments);
    }

    /** The way the driver starts it by default: pages one comes back to are loaded again. */
    static Chromium withoutBackForwardCache(String... arguments) {
        return start(List.of(), arguments);
    }

    private static Chromium start(List<String> ignored, String... arguments) {
        Path executable = executable();
        List<String> all = new ArrayList<>(List.of(
                // Tests may run as root, in a container.
                "--no-sandbox",
                "--no-proxy-server",
                "--host-resolver-rules=MAP shop.test 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE 127.0.0.1"));
        all.addAll(List.of(arguments));
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new LaunchOptions()
                        .setExecutablePath(executable)
                        .setIgnoreDefaultArgs(ignored)
                        .setArgs(all));
        return new Chromium(playwright, browser);
    }

    /** Somebody with cookies and storage of their own, who prefers English. */
    Visitor visitor(String origin) {
        return visitor(origin, options -> options);
    }

    Visitor visitor(String origin, UnaryOperator<NewContextOptions> options) {
        NewContextOptions usual = new NewContextOptions().setBaseURL(origin).setLocale("en-GB");
        return new Visitor(browser.newContext(options.apply(usual)));
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }

    /** Where there is none the test is skipped, and fails when {@code CI=true}. */
    private static Path executable() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, "chromium"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(Chromium::missing);
    }

    private static Path missing() {
        String what = "THE TESTS IN A BROWSER NEED CHROMIUM: install Debian's package chromium";
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError(what);
        }
        System.err.println(what + "; without it they are SKIPPED.");
        return Assumptions.abort(what);
    }
}
