package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.guard.FormTokens;
import io.yici.http.RequestRefusedException.Reason;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFieldTest {
    private static final KeyField FIELD = new KeyField(KeyField.DEFAULT_NAME);

    @Test
    void theKeyIsTheOneValueOfItsField() {
        assertThat(FIELD.keyIn(Map.of("_idempotency_key", List.of("k"), "order", List.of("a", "b")), null))
                .isEqualTo("k");
        assertThat(FIELD.keyIn(Map.of("order", List.of("a")), "page=1&sort=_idempotency_key"))
                .isNull();
    }

    @Test
    void twoOfThemAreNoKeyEvenWhenEqual() {
        assertRefused(Map.of("_idempotency_key", List.of("k", "k")), null);
    }

    /** Addresses go to logs; however the name is written there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "_idempotency_key=k",
                "a=1&_idempotency_key=k",
                "%5Fidempotency_key=k",
                "_idempotency_key",
                "&&_idempotency_ke%79"
            })
    void inTheAddressItIsRefused(String query) {
        assertRefused(Map.of("_idempotency_key", List.of("k")), query);
    }

    @Test
    void aQueryThatCannotBeDecodedIsReadAsItIs() {
        assertThat(FIELD.keyIn(Map.of("_idempotency_key", List.of("k")), "%zz=1&%=2"))
                .isEqualTo("k");
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyField(" "));
    }

    /** A token passes where other keys are UUIDs, or shorter; in the header by the form that is asked of all. */
    @Test
    void aTokenIsAKeyByItsOwnRules() {
        String token = FormTokens.signedBy("k", new byte[32]).build().issue("order.create", "alice");
        KeyRules uuids = new KeyRules(KeySyntax.UUID, 1, 40, true);
        assertThat(uuids.keyInHeader(List.of(token))).isEqualTo(token);
        assertThat(uuids.keyInBody(token)).isEqualTo(token);
        assertThat(uuids.keyInHeader(List.of("0189A3C0-0000-7000-8000-000000000000")))
                .isEqualTo("0189a3c0-0000-7000-8000-000000000000");
        assertThatThrownBy(() -> uuids.keyInBody("no-uuid")).isInstanceOf(RequestRefusedException.class);
        assertThatThrownBy(() -> uuids.keyInBody(token.repeat(4))).isInstanceOf(RequestRefusedException.class);
        assertThatThrownBy(() -> new KeyRules(KeySyntax.UUID, 1, 40).keyInBody(token))
                .isInstanceOf(RequestRefusedException.class);
        KeyRules strict = new KeyRules(KeySyntax.STRICT, 1, 40, true);
        assertThat(strict.keyInHeader(List.of('"' + token + '"'))).isEqualTo(token);
        assertThatThrownBy(() -> strict.keyInHeader(List.of(token))).isInstanceOf(RequestRefusedException.class);
    }

    private static void assertRefused(Map<String, List<String>> pairs, @Nullable String query) {
        assertThatThrownBy(() -> FIELD.keyIn(pairs, query))
                .asInstanceOf(InstanceOfAssertFactories.type(RequestRefusedException.class))
                .extracting(RequestRefusedException::reason)
                .isEqualTo(Reason.KEY_INVALID);
    }
}
