package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Retry-After by RFC 9110, section 10.2.3. */
class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

    @Test
    void secondsAreTakenAsTheyStand() {
        assertThat(wait("0")).isZero();
        assertThat(wait(" 90 ")).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void moreSecondsThanALongHoldsAreManySeconds() {
        assertThat(wait("99999999999999999999999999")).isGreaterThan(Duration.ofDays(10_000));
    }

    @Test
    void aDateIsMeasuredFromTheServersOwnDate() {
        assertThat(RetryAfter.of(
                        answer(Map.of(
                                "Retry-After", "Wed, 01 Jan 2020 00:00:30 GMT",
                                "Date", "Wed, 01 Jan 2020 00:00:00 GMT")),
                        NOW))
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aDateWithoutAServersDateIsMeasuredFromOurClock() {
        assertThat(wait("Sun, 29 Nov 2026 10:00:45 GMT")).isEqualTo(Duration.ofSeconds(45));
        assertThat(wait("Sun, 29 Nov 2026 09:00:00 GMT")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-5", "1.5", "soon", "\u0665", "Sun, 31 Feb 2026 10:00:45 GMT"})
    void whatCannotBeReadSaysNothing(String value) {
        assertThat(wait(value)).isZero();
    }

    private static Duration wait(String value) {
        return RetryAfter.of(answer(Map.of("Retry-After", value)), NOW);
    }

    private static FixedAnswer answer(Map<String, String> headers) {
        return new FixedAnswer(503, headers, "");
    }
}
