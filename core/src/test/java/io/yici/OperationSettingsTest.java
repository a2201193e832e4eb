package io.yici;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Settings that would break the promises are refused when they are made: cases B34, B45. */
class OperationSettingsTest {
    private static final OperationSettings DEFAULTS = OperationSettings.defaults();

    @Test
    void theDefaultsAreWhatTheDocumentationSays() {
        assertThat(DEFAULTS.answersFor()).isEqualTo(Duration.ofDays(7));
        assertThat(DEFAULTS.refusesFor()).isEqualTo(Duration.ofDays(30));
        assertThat(DEFAULTS.waitsFor()).isEqualTo(Duration.ofSeconds(1));
        assertThat(DEFAULTS.retries()).isEqualTo(3);
    }

    @Test
    void periodsThatMakeNoSenseAreRefusedByName() {
        assertThatThrownBy(() -> DEFAULTS.answersFor(Duration.ZERO)).hasMessageContaining("answersFor");
        assertThatThrownBy(() -> DEFAULTS.answersFor(Duration.ofNanos(1))).hasMessageContaining("answersFor");
        assertThatThrownBy(() -> DEFAULTS.refusesFor(Duration.ofSeconds(-1))).hasMessageContaining("refusesFor");
        assertThatThrownBy(() -> DEFAULTS.refusesFor(Duration.ofDays(365L * 300)))
                .hasMessageContaining("refusesFor");
        assertThatThrownBy(() -> DEFAULTS.retries(-1)).hasMessageContaining("retries");
    }

    @Test
    void aWindowForUnseenKeysMustNotOutliveTheRecords() {
        assertThat(DEFAULTS.unseenKeysWithin(Duration.ofDays(36), Duration.ofHours(1))
                        .unseenKeysWithin())
                .isEqualTo(Duration.ofDays(36));
        assertThatThrownBy(() -> DEFAULTS.unseenKeysWithin(Duration.ofDays(37), Duration.ofMinutes(5)))
                .hasMessageContaining("outlive");
    }
}
