package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser without a script: it keeps cookies, says that it takes HTML, and sends forms as they are on the page. */
final class Browser {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\"");

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final String address;
    private final String languages;

    Browser(int port, String languages) {
        this.address = "http://127.0.0.1:" + port;
        this.languages = languages;
    }

    /** An English one in which somebody has signed in. */
    static Browser of(String user, int port) {
        Browser browser = new Browser(port, "en");
        assertThat(browser.signIn(user, "demo").status()).isEqualTo(302);
        return browser;
    }

    Answer get(String path) {
        return send(request(path).GET().build());
    }

    Answer signIn(String user, String password) {
        return send(form(get("/sign-in"), "sign-in"), Map.of("username", user, "password", password));
    }

    /** The form with this id, as the page holds it. */
    static Form form(Answer page, String id) {
        Matcher found = Pattern.compile(
                        "<form (?=[^>]*id=\"" + id + "\")[^>]*action=\"([^\"]*)\"[^>]*>(.*?)</form>", Pattern.DOTALL)
                .matcher(page.body());
        assertThat(found.find()).as("form %s in %s", id, page).isTrue();
        Map<String, String> hidden = new LinkedHashMap<>();
        for (Matcher field = HIDDEN.matcher(found.group(2)); field.find(); ) {
            hidden.put(field.group(1), field.group(2));
        }
        return new Form(found.group(1), hidden);
    }

    /** Sends a form with what somebody has filled in. */
    Answer send(Form form, Map<String, String> filledIn) {
        Map<String, String> all = new LinkedHashMap<>(form.hidden());
        all.putAll(filledIn);
        String body = all.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return send(request(form.action())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address).resolve(path))
                .timeout(LIMIT)
                .header("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
                .header("Accept-Language", languages);
    }

    private Answer send(HttpRequest request) {
        try {
            return Answer.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Where a form goes, and the fields nobody fills in. */
    record Form(String action, Map<String, String> hidden) {
        String token() {
            return hidden.getOrDefault("_idempotency_key", "");
        }

        /** What shows that it is no forged one. */
        String csrf() {
            return hidden.getOrDefault("_csrf", "");
        }

        /** The same with another value in one hidden field; without it where the value is empty. */
        Form with(String name, String value) {
            Map<String, String> changed = new LinkedHashMap<>(hidden);
            changed.remove(name);
            if (!value.isEmpty()) {
                changed.put(name, value);
            }
            return new Form(action, changed);
        }
    }
}
