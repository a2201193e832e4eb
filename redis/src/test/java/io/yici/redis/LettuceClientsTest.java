package io.yici.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses that cannot be read, as passwords make them. */
class LettuceClientsTest {
    /** Some of them would be read as another host, which is then told in every error. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://:sec ret@cache:6379",
                "rediss://user:sec%ret@cache:6379",
                "redis://user:sec#ret@cache:6379",
                "redis://:sec?ret@cache:6379",
                "redis://:sec/ret@cache:6379",
                "redis-sentinel://:sec^ret@cache:26379#master",
                "foo://user:secret@cache",
                "user:sec/ret@cache:6379"
            })
    void unreadableAddressIsRefusedWithoutBeingRepeated(String url) {
        assertThatThrownBy(() -> LettuceClients.to(url).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("%XX")
                .message()
                .doesNotContain("sec", "ret@", "cache");
        assertThatThrownBy(() -> LettuceClients.toCluster(List.of(url)).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .message()
                .doesNotContain("sec", "ret@", "cache");
    }
}
