package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.test.RecordAgeing;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What a replay gives again, for how long, and what it never gives: vectors 31, 36 and 40, and B03. */
class ReplayVectorsTest extends Vectors {
    private static final Pattern NUMBER = Pattern.compile("\"number\":\"([^\"]+)\"");

    private final String order = fresh("replay");
    private final String key = fresh("k");
    private final Ask ask = Ask.post("/orders").key(key).json(body(order));

    ReplayVectorsTest(TestDatabase database) {
        super(database);
    }

    @Test
    void vector31AfterItsTimeAKeyIsRefusedAndNotRunAgain() {
        Reply first = isFirst(201, send(ask));
        age("order.create", Duration.ofDays(7).minusMinutes(1));
        isReplayOf(first, send(ask));
        age("order.create", Duration.ofMinutes(2));
        Reply refused = isProblem(409, "key-expired", send(ask));
        assertThat(refused.text()).contains("\"retryable\":false");
        age("order.create", Duration.ofDays(29));
        isProblem(409, "key-expired", send(ask));
        happened(order, 1);
    }

    @Test
    void vector31WithoutTombstonesAKeyRunsAgainAfterItsTime() {
        Ask forgotten = ask.to("/orders/forgotten");
        Reply first = isFirst(201, send(forgotten));
        age("order.forgotten", Duration.ofDays(7).minusMinutes(1));
        isReplayOf(first, send(forgotten));
        age("order.forgotten", Duration.ofMinutes(2));
        Reply second = isFirst(201, send(forgotten));
        assertThat(second.body()).isNotEqualTo(first.body());
        isReplayOf(second, send(forgotten));
        happened(order, 2);
    }

    @Test
    void vector36NoContentIsReplayed() {
        Reply first = isFirst(204, send(ask.to("/forms/nothing")));
        assertThat(first.header("ETag")).hasSize(1);
        assertThat(first.body()).isEmpty();
        Reply again = send(ask.to("/forms/nothing"));
        isReplayOf(first, again);
        assertThat(again.header("Content-Length")).isEqualTo(first.header("Content-Length"));
        assertThat(again.header("Content-Type")).isEmpty();
        happened(order, 1);
    }

    @Test
    void vector36ARedirectIsReplayed() {
        Reply first = isFirst(303, send(ask.to("/forms/elsewhere")));
        assertThat(first.header("Location").get(0))
                .startsWith("Location: /orders/")
                .endsWith("?a=1&b=%C3%A9");
        isReplayOf(first, send(ask.to("/forms/elsewhere")));
        happened(order, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "/forms/binary,  200, 512,     application/pdf",
        "/forms/text,    200, 61,      text/plain;charset=UTF-8",
        "/forms/written, 202, 61,      text/html;charset=UTF-8",
        "/forms/large,   200, 1048576, application/octet-stream"
    })
    void vector36EveryBodyIsReplayedByteByByte(String path, int status, int length, String type) {
        Reply first = isFirst(status, send(ask.to(path)));
        assertThat(first.bytes()).hasSize(length);
        assertThat(first.header("Content-Type")).containsExactly("Content-Type: " + type);
        if (type.startsWith("text")) {
            assertThat(first.text()).startsWith(FormDesk.GREETING);
        }
        Reply again = send(ask.to(path));
        isReplayOf(first, again);
        assertThat(again.header("Content-Length")).containsExactly("Content-Length: " + length);
        happened(order, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "state = 'FINISHED?'",
                "state = ''",
                "format = format + 1",
                "format = format + 100",
                "result = substr(result, 1, 40)",
                "result = substr(result, 1, length(result) - 1)",
                "result = substr(result, 2, length(result))",
                "result = NULL",
                "result_type = 'of tomorrow'"
            })
    void vector40ARecordThatCannotBeReadIsNeverRunAgain(String damage) {
        Reply first = isFirst(201, send(ask));
        keepIntact();
        jdbc().sql("UPDATE yici_record SET " + damage + " WHERE idempotency_key = ?")
                .param(key)
                .update();
        for (int time = 0; time < 2; time++) {
            Reply refused = isProblem(500, "record-unreadable", send(ask));
            assertThat(refused.text()).contains("\"retryable\":false").doesNotContain("\"detail\"", key);
            assertThat(refused.header("Location")).isEmpty();
        }
        happened(order, 1);
        restoreIntact();
        isReplayOf(first, send(ask));
        happened(order, 1);
    }

    @Test
    void vector40NotOneByteOfARecordedAnswerMayBeDamaged() {
        Reply first = isFirst(201, send(ask));
        byte[] result = stored("result");
        for (int at = 0; at < result.length; at++) {
            byte[] damaged = result.clone();
            damaged[at] ^= 1;
            store("result", damaged);
            isProblem(500, "record-unreadable", send(ask));
        }
        store("result", result);
        isReplayOf(first, send(ask));
        happened(order, 1);
    }

    @Test
    void vector40AFingerprintOfANewerVersionIsNeverTakenForAnotherRequest() {
        Reply first = isFirst(201, send(ask));
        byte[] fingerprint = stored("fingerprint");
        byte[] newer = fingerprint.clone();
        newer[0]++;
        store("fingerprint", newer);
        isProblem(500, "record-unreadable", send(ask));
        store("fingerprint", fingerprint);
        isReplayOf(first, send(ask));
        happened(order, 1);
    }

    @Test
    void b03WhatDescribesTheAnswerIsReplayedLineByLine() {
        Reply first = isFirst(201, send(ask.to("/forms/headers")));
        Reply again = send(ask.to("/forms/headers"));
        isReplayOf(first, again);
        String number = number(first);
        for (Reply each : List.of(first, again)) {
            assertThat(each.header("Link"))
                    .containsExactly(
                            "Link: </orders/" + number + ">; rel=\"self\"",
                            "Link: </orders?a,b>; rel=\"up\"; title=\"a, b\"");
            assertThat(each.header("Content-Disposition"))
                    .containsExactly("Content-Disposition: attachment; filename=\"a,b.txt\"");
            assertThat(each.header("ETag")).containsExactly("ETag: \"" + number + "\"");
            assertThat(each.header("Location")).containsExactly("Location: /orders/" + number);
            assertThat(each.header("Content-Language")).containsExactly("Content-Language: de, en");
            assertThat(each.header("Content-Location")).containsExactly("Content-Location: /copies/" + number);
            assertThat(each.header("Last-Modified")).containsExactly("Last-Modified: Wed, 21 Oct 2015 07:28:00 GMT");
        }
        happened(order, 1);
    }

    @Test
    void b03WhatBelongsToOneExchangeIsGivenToTheFirstOnly() {
        Reply first = isFirst(201, send(ask.to("/forms/headers")));
        Reply again = send(ask.to("/forms/headers"));
        String number = number(first);
        assertThat(first.header("Set-Cookie"))
                .containsExactlyInAnyOrder(
                        "Set-Cookie: session=" + number,
                        "Set-Cookie: csrf=" + number + "; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Path=/");
        for (String name : List.of(
                "Set-Cookie",
                "WWW-Authenticate",
                "Proxy-Authenticate",
                "X-Request-Id",
                "traceparent",
                "X-RateLimit-Remaining",
                "RateLimit",
                "Access-Control-Allow-Origin",
                "X-Custom")) {
            assertThat(first.header(name)).as("first %s", name).isNotEmpty();
            assertThat(again.header(name)).as("replayed %s", name).isEmpty();
        }
        assertThat(first.header("Date")).containsExactly("Date: Wed, 21 Oct 2015 07:28:00 GMT");
        assertThat(again.header("Date")).hasSize(1).doesNotContainAnyElementsOf(first.header("Date"));
        happened(order, 1);
    }

    private JdbcClient jdbc() {
        return bean(JdbcClient.class);
    }

    private byte[] stored(String column) {
        return jdbc().sql("SELECT " + column + " FROM yici_record WHERE idempotency_key = ?")
                .param(key)
                .query(byte[].class)
                .single();
    }

    private void store(String column, byte[] value) {
        jdbc().sql("UPDATE yici_record SET " + column + " = ? WHERE idempotency_key = ?")
                .params(value, key)
                .update();
    }

    private void keepIntact() {
        jdbc().sql("CREATE TABLE IF NOT EXISTS intact AS SELECT * FROM yici_record WHERE 1 = 0")
                .update();
        jdbc().sql("INSERT INTO intact SELECT * FROM yici_record WHERE idempotency_key = ?")
                .param(key)
                .update();
    }

    private void restoreIntact() {
        jdbc().sql("DELETE FROM yici_record WHERE idempotency_key = ?")
                .param(key)
                .update();
        jdbc().sql("INSERT INTO yici_record SELECT * FROM intact WHERE idempotency_key = ?")
                .param(key)
                .update();
    }

    private static String number(Reply reply) {
        Matcher found = NUMBER.matcher(reply.text());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private void age(String operation, Duration by) {
        assertThat(RecordAgeing.on(bean(DataSource.class)).age(operation(operation, key), by))
                .isEqualTo(1);
    }
}
