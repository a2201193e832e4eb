package io.yici.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Operation;
import io.yici.Rejection;
import io.yici.store.CodecException;
import io.yici.store.Completion;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A stored rejection is read back equal, or refused as damaged. */
class RejectionFormatTest {
    private static final Rejection REJECTION =
            Rejection.of("code", "Nachricht 消息").with("b", "2").with("a", "").with("€", "x".repeat(70_000));

    @Test
    void whatIsWrittenIsReadBackEqual() {
        Completion completion = RejectionFormat.completion(REJECTION);
        assertThat(RejectionFormat.decode(record(Objects.requireNonNull(completion.result()))))
                .isEqualTo(REJECTION);
    }

    @Test
    void everyCutAndEveryNewerVersionIsRefused() {
        byte[] whole = Objects.requireNonNull(
                RejectionFormat.completion(Rejection.of("c", "m").with("k", "v"))
                        .result());
        for (int length = 0; length < whole.length; length++) {
            OperationRecord cut = record(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> RejectionFormat.decode(cut)).isInstanceOf(CodecException.class);
        }
        whole[0] = 2;
        assertThatThrownBy(() -> RejectionFormat.decode(record(whole))).isInstanceOf(CodecException.class);
    }

    private static OperationRecord record(byte[] result) {
        return new OperationRecord(
                Operation.named("a").by("b").key("c").id(),
                "a",
                null,
                RecordState.REJECTED,
                "attempt",
                result,
                "yici/rejection",
                0,
                1,
                2,
                0,
                0);
    }
}
