package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures of the pages, for people to look at: {@code target/screenshots/page-language-viewport.png}. */
class PicturesTest extends InChromium {
    private static final Path DIRECTORY = Path.of("target", "screenshots");

    private Page page = null;
    private String end = "";
    private int width;

    @ParameterizedTest
    @CsvSource({
        "en, desktop, LIGHT, 1280, 800",
        "en, phone, DARK, 390, 844",
        "zh, desktop, DARK, 1280, 800",
        "zh, phone, LIGHT, 390, 844"
    })
    void pagesFitTheirViewport(String language, String viewport, ColorScheme scheme, int width, int height)
            throws Exception {
        this.width = width;
        end = "-" + language + "-" + viewport + ".png";
        Visitor alice = visitor(
                origin(),
                options -> options.setLocale(language.equals("zh") ? "zh-CN" : "en-GB")
                        .setColorScheme(scheme)
                        .setViewportSize(width, height)
                        .setReducedMotion(com.microsoft.playwright.options.ReducedMotion.REDUCE));
        page = alice.page();
        String key = language + viewport;

        show("sign-in", "/sign-in");
        page.fill("#sign-in [name=username]", "alice");
        page.fill("#sign-in [name=password]", "wrong");
        page.click("#sign-in button");
        page.waitForSelector("[role=alert]");
        shoot("sign-in-refused");
        alice.signIn("alice");
        show("products", "/");
        show("order-form", "/orders/new?sku=TEA-1");
        unknownOutcome(alice);

        String orderNo = service.as("alice").ordered(key, "TEA-1", 2);
        show("status-new", "/orders/" + orderNo);
        service.as("alice").paid(key, orderNo);
        show("status-paid", "/orders/" + orderNo);
        service.as("alice").refunded(key, orderNo, "10.00");
        show("status-refunded", "/orders/" + orderNo);
        String cancelled = service.as("alice").ordered(key + "-cancelled", "CUP-1", 1);
        service.as("alice").cancel(key + "-cancel", cancelled);
        show("status-cancelled", "/orders/" + cancelled);
        show("orders", "/orders");
        show("not-found", "/orders/1");
        show("nowhere", "/nowhere");
    }

    private void unknownOutcome(Visitor alice) throws Exception {
        OrderForm form = OrderForm.open(page).ready().fill(2);
        line.down();
        form.press();
        Visitor.until(page, "document.querySelectorAll('#tries li').length >= 2");
        shoot("order-form-trying");
        line.up();
        form.placed();
    }

    private void show(String name, String path) throws Exception {
        page.navigate(path);
        shoot(name);
    }

    private void shoot(String name) throws Exception {
        Path picture = DIRECTORY.resolve(name + end);
        page.screenshot(new Page.ScreenshotOptions().setPath(picture).setFullPage(true));
        assertThat(ImageIO.read(picture.toFile()).getWidth())
                .as("%s does not scroll sideways", name)
                .isEqualTo(width);
    }
}
