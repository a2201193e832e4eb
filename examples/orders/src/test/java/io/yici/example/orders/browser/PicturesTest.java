package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import io.yici.example.orders.Client;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures of the pages, for people to look at: {@code target/screenshots/page-language-viewport.png}. */
class PicturesTest extends InChromium {
    private static final Path DIRECTORY = Path.of("target", "screenshots");

    @ParameterizedTest
    @CsvSource({
        "en, desktop, LIGHT, 1280, 800",
        "en, phone, DARK, 390, 844",
        "zh, desktop, DARK, 1280, 800",
        "zh, phone, LIGHT, 390, 844"
    })
    void pagesFitTheirViewport(String language, String viewport, ColorScheme scheme, int width, int height) {
        Visitor alice = visitor(
                origin(),
                options -> options.setLocale(language.equals("zh") ? "zh-CN" : "en-GB")
                        .setColorScheme(scheme)
                        .setViewportSize(width, height)
                        .setReducedMotion(ReducedMotion.REDUCE));
        Camera camera = new Camera(alice.page(), "-" + language + "-" + viewport + ".png", width);
        String key = language + viewport;

        camera.show("sign-in", "/sign-in");
        refuse(camera);
        alice.signIn("alice");
        camera.show("products", "/");
        camera.show("order-form", "/orders/new?sku=TEA-1");
        loseTheLine(alice, camera);

        Client program = service.as("alice");
        String orderNo = program.ordered(key, "TEA-1", 2);
        camera.show("status-new", "/orders/" + orderNo);
        program.paid(key, orderNo);
        camera.show("status-paid", "/orders/" + orderNo);
        program.refunded(key, orderNo, "10.00");
        camera.show("status-refunded", "/orders/" + orderNo);
        String cancelled = program.ordered(key + "-cancelled", "CUP-1", 1);
        program.cancel(key + "-cancel", cancelled);
        camera.show("status-cancelled", "/orders/" + cancelled);
        camera.show("orders", "/orders");
        camera.show("not-found", "/orders/1");
        camera.show("nowhere", "/nowhere");
    }

    private static void refuse(Camera camera) {
        camera.page().fill("#sign-in [name=username]", "alice");
        camera.page().fill("#sign-in [name=password]", "wrong");
        camera.page().click("#sign-in button");
        camera.page().waitForSelector("[role=alert]");
        camera.shoot("sign-in-refused");
    }

    private static void loseTheLine(Visitor alice, Camera camera) {
        OrderForm form = OrderForm.open(camera.page()).ready().fill(2);
        alice.offline(true);
        form.press();
        Visitor.until(form.page(), "document.querySelectorAll('#tries li').length >= 2");
        camera.shoot("order-form-trying");
        alice.offline(false);
        form.placed();
    }

    /** Takes pictures of a page, and finds it too wide when it scrolls sideways. */
    private record Camera(Page page, String end, int width) {
        void show(String name, String path) {
            page.navigate(path);
            shoot(name);
        }

        void shoot(String name) {
            Path picture = DIRECTORY.resolve(name + end);
            page.screenshot(new Page.ScreenshotOptions().setPath(picture).setFullPage(true));
            assertThat(page.evaluate("document.documentElement.scrollWidth"))
                    .as("width of %s", picture)
                    .isEqualTo(width);
        }
    }
}
