package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The rules apart from any HTTP client. */
class IdempotentCallsTest {
    private static final Exchange<String> BROKEN = (header, atMost) -> {
        throw new IOException("broken");
    };

    private final RecordingPace pace = new RecordingPace();
    private final MovedClock clock = new MovedClock();

    @Test
    void aRetryMayNotOutliveTheServersMemory() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        calls(with -> with.totalDeadline(Duration.ofHours(1)).serverRetention(Duration.ofHours(1))))
                .withMessageContaining("shorter than serverRetention");
    }

    @Test
    void settingsAreCheckedByName() {
        assertRefused("attempts", with -> with.attempts(0));
        assertRefused("totalDeadline", with -> with.totalDeadline(Duration.ZERO));
        assertRefused("first", with -> with.backoff(Duration.ZERO, Duration.ofSeconds(1)));
        assertRefused("longest", with -> with.backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }

    @Test
    void aNamedCallNeedsAStoreAndAName() {
        assertThatIllegalStateException()
                .isThrownBy(() -> calls(with -> with).call("a"))
                .withMessageContaining("keyStore");
        IdempotentCalls kept = calls(with -> with.keyStore(KeyStore.inMemory()));
        assertThatIllegalArgumentException().isThrownBy(() -> kept.call(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> kept.call("\uD800"));
        assertThat(kept.call("a").key())
                .isEqualTo(kept.call("a").key())
                .isNotEqualTo(kept.call("b").key());
    }

    @Test
    void freshKeysComeFromTheGivenMaker() {
        List<String> made = new ArrayList<>(List.of("k1", "k2"));
        IdempotentCalls calls = calls(with -> with.keys(() -> made.remove(0)));
        assertThat(List.of(calls.call().key(), calls.call().key())).containsExactly("k1", "k2");
    }

    @Test
    void aCallHeldForLongerThanTheRetentionIsNotSent() {
        IdempotentCalls calls = calls(with -> with);
        Call call = calls.call();
        clock.move(Duration.ofHours(24));
        assertThatExceptionOfType(KeyTooOldException.class)
                .isThrownBy(() -> calls.send(call, BROKEN))
                .withMessageContaining("PT24H");
        assertThatExceptionOfType(KeyTooOldException.class).isThrownBy(() -> calls.send(call.item("7"), BROKEN));
    }

    @Test
    void noAttemptComesAfterTheRetentionOfTheKeyHasEnded() {
        IdempotentCalls calls = calls(with -> with.backoff(Duration.ofSeconds(4), Duration.ofSeconds(4)));
        Call call = calls.call();
        clock.move(Duration.ofHours(24).minusSeconds(7));
        List<Duration> left = new ArrayList<>();
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> calls.send(call, (header, atMost) -> {
                    left.add(atMost);
                    throw new IOException("broken");
                }));
        assertThat(left).hasSizeBetween(2, 4).allMatch(atMost -> atMost.compareTo(Duration.ofSeconds(7)) <= 0);
    }

    @Test
    void waitsDoubleUpToTheLongestAndHalfIsLeftToChance() {
        IdempotentCalls calls = calls(with -> with.attempts(6).backoff(Duration.ofMillis(100), Duration.ofMillis(500)));
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> calls.send(calls.call(), BROKEN))
                .satisfies(unknown -> assertThat(unknown.attempts()).hasSize(6));
        List<Long> most = List.of(100L, 200L, 400L, 500L, 500L);
        assertThat(pace.waits()).hasSize(5);
        for (int wait = 0; wait < 5; wait++) {
            assertThat(pace.waits().get(wait).toMillis()).isBetween(most.get(wait) / 2, most.get(wait));
        }
    }

    @Test
    void aServersWaitIsHonouredWhenItIsLongerThanOurs() {
        IdempotentCalls calls = calls(with -> with.attempts(2));
        assertThatExceptionOfType(CallOutcomeUnknownException.class)
                .isThrownBy(() -> calls.send(
                        calls.call(), (header, atMost) -> new FixedAnswer(503, Map.of("Retry-After", "9"), "")));
        assertThat(pace.waits()).containsExactly(Duration.ofSeconds(9));
    }

    @Test
    void aMarkerThatSaysTrueIsAReplayAndNoOtherIs() {
        assertThat(replayed("true")).isTrue();
        assertThat(replayed(" True ")).isTrue();
        assertThat(replayed("?1")).isTrue();
        assertThat(replayed("false")).isFalse();
        assertThat(replayed("")).isFalse();
    }

    @Test
    void aReplayedRefusalSettlesALostAttemptWhateverItsStatus() {
        List<Integer> sent = new ArrayList<>();
        CallOutcome<String> outcome = calls(with -> with)
                .send(calls(with -> with).call(), (header, atMost) -> {
                    sent.add(1);
                    if (sent.size() == 1) {
                        throw new IOException("broken");
                    }
                    return new FixedAnswer(500, Map.of(IdempotencyHeaders.REPLAYED, "true"), "recorded");
                });
        assertThat(outcome.response()).isEqualTo("recorded");
        assertThat(outcome.replayed()).isTrue();
    }

    @Test
    void whatIsNoInputOrOutputPassesThroughUnchanged() {
        IllegalStateException own = new IllegalStateException("mine");
        assertThatIllegalStateException()
                .isThrownBy(() -> calls(with -> with).send(calls(with -> with).call(), (header, atMost) -> {
                    throw own;
                }))
                .isSameAs(own);
    }

    private boolean replayed(String marker) {
        return calls(with -> with)
                .send(
                        calls(with -> with).call(),
                        (header, atMost) -> new FixedAnswer(200, Map.of(IdempotencyHeaders.REPLAYED, marker), ""))
                .replayed();
    }

    private void assertRefused(String name, UnaryOperator<IdempotentCalls.Builder> with) {
        assertThatIllegalArgumentException().isThrownBy(() -> calls(with)).withMessageStartingWith(name);
    }

    private IdempotentCalls calls(UnaryOperator<IdempotentCalls.Builder> with) {
        return with.apply(IdempotentCalls.builder().pace(pace).clock(clock)).build();
    }

    /** A clock that moves when it is told to. */
    private static final class MovedClock extends Clock {
        private Instant now = Instant.parse("2026-11-29T00:00:00Z");

        void move(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
