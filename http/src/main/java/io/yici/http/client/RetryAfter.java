package io.yici.http.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** How long a server asks to wait: delta-seconds or an HTTP date (RFC 9110, section 10.2.3). */
final class RetryAfter {
    private static final int DIGITS = 10;

    private RetryAfter() {}

    /**
     * Zero when the answer does not say, or says what cannot be read.
     *
     * @param now by our clock; used only when the answer has no {@code Date}, since clocks differ
     */
    static Duration of(Answer<?> answer, Instant now) {
        String value = answer.header("Retry-After").map(String::strip).orElse("");
        if (!value.isEmpty() && value.chars().allMatch(unit -> unit >= '0' && unit <= '9')) {
            return Duration.ofSeconds(Long.parseLong(value.length() > DIGITS ? "9".repeat(DIGITS) : value));
        }
        Instant sent = answer.header("Date").flatMap(RetryAfter::date).orElse(now);
        Duration wait = date(value).map(until -> Duration.between(sent, until)).orElse(Duration.ZERO);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static Optional<Instant> date(String value) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value, Instant::from));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }
}
