package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A call is its key, and the header carries it as a structured-field string. */
class CallTest {
    private final IdempotentCalls calls = IdempotentCalls.builder().build();

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {"abc,'\"abc\"'", "'a b','\"a b\"'", "'a\"b','\"a\\\"b\"'", "'a\\b','\"a\\\\b\"'", "'a,b','\"a,b\"'"
            })
    void theHeaderIsTheKeyQuoted(String key, String header) {
        Call call = calls.callUnder(key);
        assertThat(call.headerValue()).isEqualTo(header);
        assertThat(calls.callOfHeader(header).key()).isEqualTo(key);
    }

    @Test
    void quotedAndBareFormsOfOneTextAreOneKeyWithTheSameItems() {
        Call bare = calls.callOfHeader(" abc ");
        Call quoted = calls.callOfHeader("\"abc\";a=1");
        assertThat(bare.key()).isEqualTo(quoted.key()).isEqualTo("abc");
        assertThat(bare.item("7").key()).isEqualTo(quoted.item("7").key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\nb", "a\u0000", "\u4e00", "\u007f"})
    void aKeyThatNoHeaderCanCarryIsRefused(String key) {
        assertThatIllegalArgumentException().isThrownBy(() -> calls.callUnder(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "\"abc", "\"abc\\\"", "a,b", "\"a\", \"b\""})
    void aHeaderWithoutOneKeyIsRefused(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> calls.callOfHeader(value));
    }

    @Test
    void aKeyHasAtMost255Characters() {
        assertThat(calls.callUnder("x".repeat(255)).key()).hasSize(255);
        assertThatIllegalArgumentException().isThrownBy(() -> calls.callUnder("x".repeat(256)));
    }

    @Test
    void anItemsKeyDependsOnTheListAndTheItemAlone() {
        Call list = calls.callUnder("list-1");
        assertThat(list.item("a").key())
                .matches("[0-9a-f]{64}")
                .isEqualTo(calls.callUnder("list-1").item("a").key())
                .isNotEqualTo(list.item("b").key())
                .isNotEqualTo(calls.callUnder("list-2").item("a").key());
        assertThat(list.item("a").item("b").key())
                .isNotEqualTo(list.item("b").item("a").key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\uD800"})
    void anItemWithoutAnIdIsRefused(String itemId) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> calls.callUnder("list-1").item(itemId));
    }

    @Test
    void textForLogsNeverHoldsTheKey() {
        Call call = calls.callUnder("very-secret");
        assertThat(call.toString()).matches("call\\[[0-9a-f]+]");
        assertThat(call.item("7").toString()).startsWith("call/7[");
    }
}
