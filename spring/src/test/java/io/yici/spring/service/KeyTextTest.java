package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InvalidOperationException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** B09: nothing that is missing in whole or in part may act as a key. */
class KeyTextTest {
    private final KeyText key = new KeyText("order.create", "key");

    @ParameterizedTest
    @MethodSource("unusable")
    void whatIsMissingInWholeOrInPartIsRefused(@Nullable Object value) {
        assertThatThrownBy(() -> key.of(value))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("the key of operation 'order.create'")
                .hasMessageContaining("nothing was executed");
    }

    static Stream<Arguments> unusable() {
        return Stream.<@Nullable Object>of(
                        null,
                        "",
                        " \t",
                        Optional.empty(),
                        List.of(),
                        new String[0],
                        new Object[] {null, null},
                        Arrays.asList("order", null),
                        List.of("order", " "),
                        List.of("order", List.of("nested")),
                        new Object(),
                        Map.of("a", "b"),
                        new BigDecimal("10.00"),
                        1.5)
                .map(value -> Arguments.of(new Object[] {value}));
    }

    @Test
    void valuesWithOneTextFormAreTaken() {
        UUID id = UUID.fromString("018f3f4e-0000-7000-8000-000000000000");
        assertThat(key.of("Abc ")).isEqualTo("Abc ");
        assertThat(key.of(42L)).isEqualTo("42");
        assertThat(key.of(new BigInteger("99"))).isEqualTo("99");
        assertThat(key.of(id)).isEqualTo(id.toString());
        assertThat(key.of(DayOfWeek.MONDAY)).isEqualTo("MONDAY");
        assertThat(key.of(LocalDate.of(2026, 1, 2))).isEqualTo("2026-01-02");
        assertThat(key.of(Optional.of("k"))).isEqualTo("k");
        assertThat(key.of(new int[] {1, 2})).isEqualTo(key.of(List.of(1, 2)));
    }

    @Test
    void differentListsOfPartsGiveDifferentKeys() {
        assertThat(Stream.of(
                                List.of("a", "bc"),
                                List.of("ab", "c"),
                                List.of("a", "b", "c"),
                                List.of("abc"),
                                List.of("1:a", "bc"),
                                List.of("a", "2:bc"),
                                List.of("a:", "bc"),
                                List.of("a", ":bc"))
                        .map(key::of))
                .doesNotHaveDuplicates();
    }

    @Test
    void theOrderInWhichASetIsWalkedDoesNotMatter() {
        assertThat(key.of(new LinkedHashSet<>(List.of("a", "b"))))
                .isEqualTo(key.of(new LinkedHashSet<>(List.of("b", "a"))));
    }
}
