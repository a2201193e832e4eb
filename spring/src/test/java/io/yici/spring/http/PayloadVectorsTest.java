package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a repeat must ask again, and what the handler gets to read: vectors 13, 32 to 35 and B10. */
class PayloadVectorsTest extends Vectors {
    private static final byte[] FILE = {'a', 0, '\r', '\n', '-', '-', (byte) 0x80, (byte) 0xff, '\n', 'z'};

    private final String order = fresh("payload");
    private final String key = fresh("k");
    private final Ask ask = Ask.post("/orders").key(key).json(body(order));
    private final Ask named = Ask.post("/bodies/bytes").key(key).line("X-Order: " + order);

    PayloadVectorsTest(TestDatabase database) {
        super(database);
    }

    @Test
    void vector13AnotherBodyUnderTheSameKeyIsAMismatch() {
        Reply first = isFirst(201, send(ask));
        Reply refused = isProblem(422, "mismatch", send(ask.json(body(order).replace("TEA", "MILK"))));
        assertThat(refused.text()).contains("\"retryable\":false").doesNotContain(key, "TEA", "MILK");
        assertThat(refused.header("Retry-After")).isEmpty();
        isProblem(422, "mismatch", send(ask.json("{}")));
        isProblem(422, "mismatch", send(ask.to("/orders?q=1")));
        isReplayOf(first, send(ask));
        happened(order, 1);
    }

    /** And B10, V1 and V2. */
    @Test
    void vector32TheOrderOfMembersAndWhiteSpaceDoNotCount() {
        Reply first = isFirst(201, send(ask.json(lines("{'order':'?','sku':'TEA','to':{'zip':'1','town':'X'}}"))));
        isReplayOf(first, send(ask.json(lines("{'to':{'town':'X','zip':'1'},'sku':'TEA','order':'?'}"))));
        isReplayOf(
                first, send(ask.json(lines(" {\n\t'sku' : 'TEA',\r\n 'order':'?', 'to':{'zip':'1', 'town':'X'} }\n"))));
        isReplayOf(first, send(ask.json(lines("{'order':'?','sk\\u0075':'T\\u0045A','to':{'zip':'1','town':'X'}}"))));
        happened(order, 1);
    }

    /** And B10, V3 to V6 and V8: 1 and 1.0 are one number, and text is compared as it is. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,2]                       | [2,1]                       | 422",
                "[1,2]                       | [1,2]                       | 201",
                "{\"note\":null}             | {}                          | 422",
                "10                          | 10.0                        | 201",
                "10                          | 10.00                       | 201",
                "10                          | 1e1                         | 201",
                "10                          | 100                         | 422",
                "10                          | \"10\"                      | 422",
                "\"\u00e9\"                  | \"e\u0301\"                 | 422",
                "\"\u00e9\"                  | \"\\u00e9\"                 | 201",
                "12345678901234567890        | 12345678901234567891        | 422",
                "9007199254740993            | 9007199254740992            | 422",
                "12345678901234567890.12     | 12345678901234567890.13     | 422",
                "true                        | \"true\"                    | 422",
                "\"TEA\"                     | \"tea\"                     | 422",
                "\"TEA\"                     | \"TEA \"                    | 422"
            })
    void vector32WhatTheJsonSaysCounts(String first, String second, int status) {
        Reply reply = isFirst(201, send(ask.json(content(first))));
        Reply again = send(ask.json(content(second)));
        if (status == 201) {
            isReplayOf(reply, again);
        } else {
            isProblem(422, "mismatch", again);
            isReplayOf(reply, send(ask.json(content(first))));
        }
        happened(order, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'order':'?','sku':'A','sku':'B'}", "{'order':'?'", "{'order':'?'} x"})
    void vector32JsonThatCanBeReadInTwoWaysIsRefused(String ambiguous) {
        isProblem(400, "request-invalid", send(ask.json(lines(ambiguous))));
        happened(order, 0);
    }

    /** B10, V7. */
    @Test
    void b10DeclaredMembersDoNotCount() {
        Ask clocked = ask.to("/orders/clocked");
        Reply first = isFirst(201, send(clocked.json(lines("{'order':'?','sentAt':'10:00','attempt':1}"))));
        isReplayOf(first, send(clocked.json(lines("{'order':'?','sentAt':'10:07','attempt':2}"))));
        isReplayOf(first, send(clocked.json(lines("{'order':'?'}"))));
        isProblem(422, "mismatch", send(clocked.json(lines("{'order':'?','sentBy':'me','attempt':1}"))));
        happened(order, 1);
    }

    @Test
    void vector33ChunksAreComparedByWhatTheySay() {
        Ask chunked = named.body("text/plain", "one cup of tea").inChunksOf(3);
        Reply first = isFirst(200, send(chunked));
        assertThat(first.text()).isEqualTo("one cup of tea");
        isReplayOf(first, send(chunked));
        isReplayOf(first, send(named.body("text/plain", "one cup of tea").inChunksOf(5)));
        isReplayOf(first, send(named.body("text/plain", "one cup of tea")));
        isProblem(
                422,
                "mismatch",
                send(named.body("text/plain", "two cups of tea").inChunksOf(3)));
        isProblem(422, "mismatch", send(named.body("text/plain", "")));
        happened(order, 1);
    }

    @Test
    void aBodyThatIsTooLongToBeComparedIsRefusedBeforeItRuns() {
        String longest = "x".repeat(1024 * 1024);
        isProblem(413, "request-too-large", send(named.body("text/plain", longest + "x")));
        isProblem(
                413,
                "request-too-large",
                send(named.body("text/plain", longest + "x").inChunksOf(64 * 1024)));
        happened(order, 0);
        assertThat(records("idempotency_key", key)).isZero();
        isFirst(200, send(named.body("text/plain", longest)));
        happened(order, 1);
    }

    @Test
    void vector34ABoundaryDoesNotCountAndTheHandlerReadsTheFile() {
        Ask upload = named.to("/bodies/multipart");
        Reply first = isFirst(200, send(multipart(upload, "b1", "tea.bin", "for bob", FILE)));
        assertThat(first.text())
                .isEqualTo("[\"for bob\",\"tea.bin\",\"application/octet-stream\",\""
                        + Base64.getEncoder().encodeToString(FILE) + "\"]");
        isReplayOf(first, send(multipart(upload, "another-2", "tea.bin", "for bob", FILE)));
        isReplayOf(
                first, send(multipart(upload, "b3", "tea.bin", "for bob", FILE).inChunksOf(50)));
        happened(order, 1);
    }

    @Test
    void vector34OneByteOrOneNameInAMultipartCounts() {
        Ask upload = named.to("/bodies/multipart");
        byte[] changed = FILE.clone();
        changed[6]++;
        Reply first = isFirst(200, send(multipart(upload, "b1", "tea.bin", "for bob", FILE)));
        isProblem(422, "mismatch", send(multipart(upload, "b1", "tea.bin", "for bob", changed)));
        isProblem(422, "mismatch", send(multipart(upload, "b1", "tee.bin", "for bob", FILE)));
        isProblem(422, "mismatch", send(multipart(upload, "b1", "tea.bin", "for Bob", FILE)));
        isReplayOf(first, send(multipart(upload, "b1", "tea.bin", "for bob", FILE)));
        happened(order, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bodies/bytes", "/bodies/stream"})
    void vector35TheHandlerReadsTheBytesThatWereSent(String path) {
        byte[] bytes = new byte[100_000];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) (at * 31 + at / 256);
        }
        Reply first = isFirst(200, send(named.to(path).bytes("application/octet-stream", bytes)));
        assertThat(first.bytes()).isEqualTo(bytes);
        isReplayOf(
                first,
                send(named.to(path).bytes("application/octet-stream", bytes).inChunksOf(4096)));
        happened(order, 1);
    }

    @Test
    void vector35TheHandlerReadsTheJsonThatWasSent() {
        String json = " {\"b\":1.00, \"a\":\"\u00e9\u20ac\"}\n";
        Reply first = isFirst(200, send(named.json(json)));
        assertThat(first.bytes()).isEqualTo(json.getBytes(StandardCharsets.UTF_8));
        happened(order, 1);
    }

    @Test
    void vector35TheHandlerReadsTheFormThatWasSent() {
        Ask form = named.to("/bodies/form");
        String type = "application/x-www-form-urlencoded";
        Reply first = isFirst(200, send(form.body(type, "b=1&a=caf%C3%A9+%26&b=2&c=")));
        assertThat(first.text()).isEqualTo("{\"a\":[\"caf\u00e9 &\"],\"b\":[\"1\",\"2\"],\"c\":[\"\"]}");
        isReplayOf(first, send(form.body(type, "a=caf%c3%a9%20%26&c=&b=1&b=2").inChunksOf(7)));
        isReplayOf(first, send(form.body(type + ";charset=UTF-8", "b=1&a=caf%C3%A9+%26&b=2&c=")));
        isProblem(422, "mismatch", send(form.body(type, "b=2&a=caf%C3%A9+%26&b=1&c=")));
        isProblem(422, "mismatch", send(form.body(type, "b=1&a=caf%C3%A9+%26&b=2")));
        happened(order, 1);
    }

    /** A page that is rendered again has another token against forged requests, and asks for the same. */
    @Test
    void fieldsOfAFormThatAreNoContentMayChange() {
        Ask form = named.to("/bodies/form");
        String type = "application/x-www-form-urlencoded";
        Reply first = isFirst(200, send(form.body(type, "a=1&_csrf=x&clicked=10%3A00")));
        isReplayOf(first, send(form.body(type, "a=1&_csrf=y&clicked=10%3A07")));
        isReplayOf(first, send(form.body(type, "a=1")));
        isProblem(422, "mismatch", send(form.body(type, "a=1&csrf=x")));
        happened(order, 1);
    }

    /** Quotation marks as apostrophes, and the order where the question mark is. */
    private String lines(String json) {
        return json.replace('\'', '"').replace("?", order);
    }

    private String content(String json) {
        return json.startsWith("{")
                ? json.replace("}", (json.length() > 2 ? "," : "") + "\"order\":\"" + order + "\"}")
                : "{\"order\":\"" + order + "\",\"content\":" + json + "}";
    }

    private static Ask multipart(Ask ask, String boundary, String name, String note, byte[] file) {
        String part = "--" + boundary + "\r\nContent-Disposition: form-data; name=";
        String body = part + "\"note\"\r\n\r\n" + note + "\r\n"
                + part + "\"file\"; filename=\"" + name + "\"\r\nContent-Type: application/octet-stream\r\n\r\n"
                + new String(file, StandardCharsets.ISO_8859_1) + "\r\n--" + boundary + "--\r\n";
        return ask.bytes("multipart/form-data; boundary=" + boundary, body.getBytes(StandardCharsets.ISO_8859_1));
    }
}
