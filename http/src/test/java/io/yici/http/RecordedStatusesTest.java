package io.yici.http;

import static io.yici.http.RecordedStatuses.Fate.COMMITTED_UNRECORDED;
import static io.yici.http.RecordedStatuses.Fate.RECORDED;
import static io.yici.http.RecordedStatuses.Fate.ROLLED_BACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Cases B12 and B13: what speaks of one attempt never occupies the key. */
class RecordedStatusesTest {
    private final RecordedStatuses statuses = RecordedStatuses.defaults();

    @Test
    void answersAreRecordedAndFailedAttemptsAreNot() {
        Set<Integer> rolledBack = Set.of(401, 403, 407, 408, 413, 425, 429);
        for (int status = 200; status < 600; status++) {
            assertThat(statuses.of(status))
                    .as("%d", status)
                    .isEqualTo(status >= 500 || rolledBack.contains(status) ? ROLLED_BACK : RECORDED);
        }
    }

    @Test
    void statusesCanBeMovedWithoutChangingTheFirst() {
        RecordedStatuses moved = statuses.recording(List.of(500, 413))
                .rollingBack(List.of(409, 422))
                .committingUnrecorded(List.of(400, 422));
        assertThat(moved.of(500)).isEqualTo(RECORDED);
        assertThat(moved.of(413)).isEqualTo(RECORDED);
        assertThat(moved.of(409)).isEqualTo(ROLLED_BACK);
        assertThat(moved.of(400)).isEqualTo(COMMITTED_UNRECORDED);
        assertThat(moved.of(422)).isEqualTo(COMMITTED_UNRECORDED);
        assertThat(moved.of(503)).isEqualTo(ROLLED_BACK);
        assertThat(statuses.of(500)).isEqualTo(ROLLED_BACK);
        assertThat(statuses.of(409)).isEqualTo(RECORDED);
    }

    @Test
    void onlyFinalStatusesCanBeMoved() {
        for (int status : new int[] {-1, 0, 100, 199, 600}) {
            assertThatIllegalArgumentException().isThrownBy(() -> statuses.recording(List.of(status)));
            assertThatIllegalArgumentException().isThrownBy(() -> statuses.rollingBack(List.of(status)));
            assertThatIllegalArgumentException().isThrownBy(() -> statuses.committingUnrecorded(List.of(status)));
        }
    }
}
