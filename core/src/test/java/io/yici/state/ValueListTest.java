package io.yici.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Constraints as the databases tell them, of which only mere lists are understood. */
class ValueListTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CHECK (((status)::text = ANY ((ARRAY['A'::character varying, 'B'::character varying])::text[])))",
                "CHECK ((status = ANY (ARRAY['A'::text, 'B'::text])))",
                "`status` in ('A','B')",
                "(`status` in (_utf8mb4\\'A\\',_utf8mb4\\'B\\'))",
                "\"STATUS\" IN('A', 'B')",
                "status = 'A' OR status = 'B'",
                "enum('A','B')"
            })
    void aMereListIsRead(String clause) {
        assertThat(ValueList.of(clause, "status")).contains(Set.of("A", "B"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status <> 'A'",
                "status NOT IN ('A', 'B')",
                "paid_at IS NOT NULL OR status IN ('A', 'B')",
                "status IN ('A', 'B') AND version > 0",
                "length(status) > 0",
                "status LIKE 'A%'",
                "version > 0",
                "other in ('A', 'B')"
            })
    void anythingElseIsLeftAlone(String clause) {
        assertThat(ValueList.of(clause, "status")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create table t (s text check (s in ('A)', 'B''(')), n int CHECK(n > (0)))"})
    void checksAreCutOutOfTheTextOfATable(String create) {
        assertThat(ValueList.checks(create)).containsExactly("s in ('A)', 'B''(')", "n > (0)");
    }
}
