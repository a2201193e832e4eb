package io.yici;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A fingerprint says which algorithm made it, and refuses to guess about others. */
class FingerprintTest {

    @Test
    void equalContentAgreesAndOtherContentDoesNot() {
        byte[] stored = Fingerprint.of("content").stored();
        assertThat(stored).hasSize(33).startsWith(Fingerprint.SHA_256);
        assertThat(Fingerprint.of("content").agreesWith(stored)).isTrue();
        assertThat(Fingerprint.of("Content").agreesWith(stored)).isFalse();
    }

    @Test
    void uncheckedAgreesFromEitherSide() {
        assertThat(Fingerprint.unchecked().stored()).isNull();
        assertThat(Fingerprint.unchecked().agreesWith(Fingerprint.of("x").stored()))
                .isTrue();
        assertThat(Fingerprint.of("x").agreesWith(null)).isTrue();
    }

    @Test
    void anAlgorithmOfANewerVersionIsNotGuessedAt() {
        byte[] stored = Objects.requireNonNull(Fingerprint.of("content").stored());
        stored[0] = 9;
        Fingerprint fingerprint = Fingerprint.of("content");
        assertThatThrownBy(() -> fingerprint.agreesWith(stored)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Fingerprint.unchecked().agreesWith(new byte[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
