package io.yici;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An operation is checked when it is made, and is its parts byte for byte: cases B01, B08, B27. */
class OperationTest {
    private static final Operation.Called CALLED =
            Operation.named("order.create").by("alice");

    @Test
    void everyPartBelongsToTheIdentityAndNoTwoListsOfPartsMeet() {
        Set<OperationId> ids = new HashSet<>();
        List<Operation> operations = List.of(
                Operation.named("a").by("b").key("c"),
                Operation.named("b").by("a").key("c"),
                Operation.named("a").by("c").key("b"),
                Operation.named("ab").by("b").key("c"),
                Operation.named("a").by("bc").key("c"),
                Operation.named("a").by("b").key("cc"),
                Operation.named("a").by("b").key("C"),
                Operation.named("a").by("b").key("c "),
                Operation.named("a").by("b").scope("1").key("c"),
                Operation.named("a").by("b").scope("1", "2").key("c"),
                Operation.named("a").by("b").scope("12").key("c"),
                Operation.named("a").by("b").scope("1", "").key("c"),
                Operation.named("a").by("b").scope("").key("c"));
        operations.forEach(operation -> ids.add(operation.id()));
        assertThat(ids).hasSize(operations.size());
        assertThat(CALLED.key("k")).isEqualTo(CALLED.key("k")).hasSameHashCodeAs(CALLED.key("k"));
    }

    @Test
    void aPartThatCannotBeUsedIsRefusedByName() {
        assertRefused("key", "", "blank");
        assertRefused("key", " \t", "blank");
        assertRefused("key", "a\nb", "control character");
        assertRefused("key", "a\u0000b", "control character");
        assertRefused("key", "\uD800", "not well-formed");
        assertThatThrownBy(() -> Operation.named("order.create").by(" "))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("caller");
        assertThatThrownBy(() -> Operation.named("order create")).isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> Operation.named("x".repeat(129))).isInstanceOf(InvalidOperationException.class);
    }

    @Test
    void keysAreMeasuredInBytes() {
        assertThat(CALLED.key("x".repeat(255)).key()).hasSize(255);
        assertRefused("key", "x".repeat(256), "256 bytes");
        assertThat(CALLED.key("键".repeat(85)).key()).hasSize(85);
        assertRefused("key", "键".repeat(86), "258 bytes");
    }

    @Test
    void neitherTextNorRefusalShowsTheKey() {
        Operation operation = CALLED.key("very-secret-key");
        assertThat(operation.toString()).doesNotContain("secret").startsWith("order.create[");
        assertThat(new MismatchException(operation, "Found.", null).getMessage())
                .doesNotContain("secret")
                .contains(operation.id().shortHash());
    }

    @Test
    void aDerivedKeyIsStableAndDiffersByPurpose() {
        Operation operation = CALLED.key("k");
        assertThat(operation.deriveKey("charge"))
                .hasSize(64)
                .isEqualTo(CALLED.key("k").deriveKey("charge"))
                .isNotEqualTo(operation.deriveKey("refund"))
                .isNotEqualTo(CALLED.key("k2").deriveKey("charge"));
    }

    private static void assertRefused(String part, String key, String fault) {
        assertThatThrownBy(() -> CALLED.key(key))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining(part)
                .hasMessageContaining(fault);
    }
}
