package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.yici.http.KeptResponse.Header;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Case B03: what describes the answer is kept, what belongs to one exchange is not. */
class KeptHeadersTest {
    private final KeptHeaders kept = KeptHeaders.defaults();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type",
                "Content-Language",
                "Content-Disposition",
                "Location",
                "Content-Location",
                "ETag",
                "Last-Modified",
                "Link"
            })
    void whatDescribesTheAnswerIsKeptInAnyCase(String name) {
        assertThat(kept.keeps(name)).isTrue();
        assertThat(kept.keeps(name.toLowerCase(Locale.ROOT))).isTrue();
        assertThat(kept.keeps(name.toUpperCase(Locale.ROOT))).isTrue();
        assertThat(kept.keeps("X-" + name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Set-Cookie",
                "Set-Cookie2",
                "WWW-Authenticate",
                "Proxy-Authenticate",
                "Authentication-Info",
                "Proxy-Authentication-Info",
                "Access-Control-Allow-Origin",
                "Access-Control-Expose-Headers",
                "Date",
                "Age",
                "Cache-Control",
                "RateLimit",
                "RateLimit-Policy",
                "RateLimit-Remaining",
                "X-RateLimit-Reset",
                "X-Rate-Limit-Limit",
                "traceparent",
                "tracestate",
                "baggage",
                "b3",
                "X-B3-TraceId",
                "X-Request-Id",
                "X-Correlation-Id",
                "X-Trace-Id",
                "X-Amzn-Trace-Id",
                "X-Cloud-Trace-Context",
                "Connection",
                "Keep-Alive",
                "Proxy-Connection",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "Upgrade",
                "Content-Length",
                "Content-Encoding",
                "Idempotent-Replayed",
                "Retry-After"
            })
    void whatBelongsToOneExchangeCannotBeKept(String name) {
        for (String spelled : List.of(name, name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT))) {
            assertThat(kept.keeps(spelled)).isFalse();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kept.and(List.of("X-Mine", spelled)))
                    .withMessageContaining(spelled);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "X Mine", "X-Mine:", "X\r\nY", "\u00e9"})
    void whatIsNoNameCannotBeKept(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> kept.and(List.of(name)));
    }

    @Test
    void moreCanBeKeptWithoutChangingTheFirst() {
        KeptHeaders more = kept.and(List.of("X-Order-Version", "Vary"));
        assertThat(more.keeps("x-order-version")).isTrue();
        assertThat(more.keeps("vary")).isTrue();
        assertThat(more.keeps("ETag")).isTrue();
        assertThat(kept.keeps("X-Order-Version")).isFalse();
    }

    @Test
    void orderRepetitionAndSpellingStay() {
        assertThat(kept.of(List.of(
                        new Header("link", "a"),
                        new Header("Set-Cookie", "s=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT"),
                        new Header("ETag", "\"1\""),
                        new Header("Link", "b, c"))))
                .containsExactly(new Header("link", "a"), new Header("ETag", "\"1\""), new Header("Link", "b, c"));
    }
}
