package io.yici.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.yici.OperationSettings;
import io.yici.guard.EntryRules.WhenUnavailable;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EntryRulesTest {
    @Test
    void byDefaultNothingStandsBeforeTheClaim() {
        EntryRules rules = OperationSettings.defaults().entry();
        assertThat(rules.tokens()).isEqualTo(TokenUse.NONE);
        assertThat(rules.guarded()).isFalse();
    }

    @Test
    void whoAsksForTheGuardIsRefusedWithoutItUnlessItSaysOtherwise() {
        assertThat(OperationSettings.defaults().guardsEntry().entry().whenUnavailable())
                .isEqualTo(WhenUnavailable.REFUSE);
    }

    /** B34: durations that cannot be are refused when they are set, not when they are used. */
    @Test
    void periodsOutOfBoundsAreRefusedByName() {
        EntryRules rules = EntryRules.none();
        for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofNanos(999_999), Duration.ofDays(109_575)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rules.holdsFor(bad))
                    .withMessageContaining("holdsFor");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rules.marksFor(bad))
                    .withMessageContaining("marksFor");
        }
        assertThat(rules.holdsFor(Duration.ofMillis(500)).holdsFor()).hasMillis(500);
    }

    @Test
    void aMarkLivesShorterThanTheRecordItHintsAt() {
        OperationSettings brief =
                OperationSettings.defaults().answersFor(Duration.ofMinutes(40)).refusesFor(Duration.ofMinutes(20));
        assertThatIllegalArgumentException().isThrownBy(brief::demandsToken).withMessageContaining("marksFor");
        assertThat(brief.entry(EntryRules.none().marksFor(Duration.ofMinutes(59)))
                        .demandsToken()
                        .entry()
                        .tokens())
                .isEqualTo(TokenUse.REQUIRED);
        assertThat(brief.guardsEntry().entry().guarded()).isTrue();
    }

    @Test
    void noKeyIsAskedToBeATokenAndAUuid() {
        OperationSettings uuids =
                OperationSettings.defaults().unseenKeysWithin(Duration.ofHours(1), Duration.ofMinutes(1));
        assertThatIllegalArgumentException().isThrownBy(uuids::demandsToken).withMessageContaining("UUIDv7");
        assertThat(uuids.entry(EntryRules.none().tokens(TokenUse.ACCEPTED))
                        .entry()
                        .tokens())
                .isEqualTo(TokenUse.ACCEPTED);
    }

    @Test
    void ofTwoUsesTheStricterCounts() {
        assertThat(TokenUse.NONE.and(TokenUse.REQUIRED)).isEqualTo(TokenUse.REQUIRED);
        assertThat(TokenUse.REQUIRED.and(TokenUse.ACCEPTED)).isEqualTo(TokenUse.REQUIRED);
        assertThat(TokenUse.ACCEPTED.and(TokenUse.NONE)).isEqualTo(TokenUse.ACCEPTED);
    }
}
