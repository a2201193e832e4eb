package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Fingerprint;
import io.yici.http.RequestFingerprint.Part;
import io.yici.http.RequestRefusedException.Reason;
import io.yici.json.CanonicalJson;
import io.yici.json.JsonCodecs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes two requests the same, part by part: case B10, vectors 32 to 34. */
class RequestFingerprintTest {
    private static final CanonicalJson FORM = JsonCodecs.canonicalJson().orElseThrow();

    /** Stored records are compared with it: it never changes. */
    @Test
    void theFormNeverChanges() {
        assertThat(HexFormat.of()
                        .formatHex(Objects.requireNonNull(RequestFingerprint.of("order.create", List.of("42"))
                                .query("b=2&a=1&a=%zz")
                                .mediaType("Application/JSON; charset=utf-8; v=1")
                                .header("X-Tenant", List.of("t"))
                                .json(bytes("{\"b\":1.0,\"a\":null}"), FORM)
                                .build()
                                .stored())))
                .isEqualTo("01599bc81157ec6f7830dc798d06bfcebb329f15619aa8a42d84cf4116dd5c9b0f");
    }

    @Test
    void nameAndScopeCount() {
        assertThat(all(
                        RequestFingerprint.of("a", List.of()),
                        RequestFingerprint.of("b", List.of()),
                        RequestFingerprint.of("a", List.of("")),
                        RequestFingerprint.of("a", List.of("1")),
                        RequestFingerprint.of("a", List.of("1", "2")),
                        RequestFingerprint.of("a", List.of("2", "1")),
                        RequestFingerprint.of("a", List.of("12")),
                        RequestFingerprint.of("a1", List.of("2")),
                        RequestFingerprint.of("a", List.of("\ud83d")),
                        RequestFingerprint.of("a", List.of("?"))))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "a=1&b=2, b=2&a=1",
        "a=1&b=2&a=3, b=2&a=1&a=3",
        "a=b%20c, a=b+c",
        "%61=1, a=1",
        "a=%c3%a9, a=%C3%A9",
        "a=1&&b=2&, a=1&b=2",
        "a, a=",
        "a=b=c, a=b%3Dc",
        "a=%zz&b=1, b=1&a=%zz",
        "a=~, a=%7E"
    })
    void queriesThatSayTheSameAreEqual(String one, String other) {
        assertThat(print(asked -> asked.query(one))).isEqualTo(print(asked -> asked.query(other)));
    }

    @Test
    void aQueryWithoutPairsIsNone() {
        for (String query : new String[] {null, "", "&", "&&&"}) {
            assertThat(print(asked -> asked.query(query))).isEqualTo(print(asked -> asked));
        }
    }

    @Test
    void queriesThatSayDifferentThingsDiffer() {
        assertThat(List.of(
                                "a=b&c",
                                "a=b%26c",
                                "a=b&c=d",
                                "a=b%3Dc",
                                "a=b",
                                "b=a",
                                "a=1&a=2",
                                "a=2&a=1",
                                "a=1&a=1",
                                "a=1",
                                "=a",
                                "=",
                                "a=b%2Bc",
                                "a=b+c",
                                "a=%zz",
                                "a=%25zz",
                                "a=%",
                                "a=%25",
                                "a=%1",
                                "a=%e9",
                                "a=%c3%a9",
                                "a=\u00e9",
                                "a=\u00c3\u00a9",
                                "a=\ud83d",
                                "a=%3F",
                                "A=b",
                                "a=%00",
                                "a=\u0000%",
                                "a=%\uff11\uff11",
                                "a=%11")
                        .stream()
                        .map(query -> print(asked -> asked.query(query)))
                        .toList())
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json|APPLICATION/Json",
                "application/json|application/json; charset=utf-8",
                "application/json|' application/json ;Charset=\"x\" ; '",
                "multipart/form-data|multipart/form-data; boundary=\"a;b\"",
                "a/b; x=1; y=2|a/b;Y=2;x=\"1\"",
                "a/b; x=\"\\1\"|a/b; x=1"
            })
    void mediaTypesThatSayTheSameAreEqual(String one, String other) {
        assertThat(print(asked -> asked.mediaType(one))).isEqualTo(print(asked -> asked.mediaType(other)));
    }

    @Test
    void mediaTypesThatSayDifferentThingsDiffer() {
        assertThat(List.of(
                                "a/b",
                                "a/c",
                                "ab/",
                                "/ab",
                                "a",
                                "a/b; x=1",
                                "a/b; x=A",
                                "a/b; x=a",
                                "a/b; y=1",
                                "a/b; x=1; y=2",
                                "a/b; x=2; y=1",
                                "a/b; x=\"1; y=2\"",
                                "a/b; x",
                                "a/b; x=",
                                "a/b; x=\"\"",
                                "a/b; x=\"",
                                "a/b; x=\"\\\"",
                                "a/b; x=\"\\\"\"",
                                "a/b; x=1; x=2",
                                "a/b; x=1; x=1",
                                "a/b; charset=a; charset=b",
                                "a/b c",
                                "a/b, a/b",
                                "a/b; =1",
                                "\u00e4/b",
                                "a/b; x =1")
                        .stream()
                        .map(type -> print(asked -> asked.mediaType(type)))
                        .toList())
                .doesNotHaveDuplicates();
        assertThat(print(asked -> asked.mediaType(null)))
                .isEqualTo(print(asked -> asked.mediaType(" ")))
                .isNotEqualTo(print(asked -> asked.mediaType("a/b")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b;x=\"", "a/b;", "a/b;x=1;", "\\", "a", "\t"})
    void aLongMediaTypeIsReadAllTheSame(String piece) {
        String type = piece.repeat((1 << 16) / piece.length());
        assertThat(print(asked -> asked.mediaType(type))).isEqualTo(print(asked -> asked.mediaType(type)));
        assertThat(print(asked -> asked.mediaType("a/b;x=\"" + "\\\"".repeat(1 << 15) + "\"")))
                .isNotEqualTo(print(asked -> asked.mediaType("a/b")));
    }

    @Test
    void headersCountByNameWithoutCaseAndLinesInOrder() {
        assertThat(print(asked -> asked.header("A", List.of("1")).header("B", List.of("2"))))
                .isEqualTo(print(asked -> asked.header("b", List.of("2")).header("a", List.of("1"))));
        assertThat(print(asked -> asked.header("A", List.of()))).isEqualTo(print(asked -> asked));
        assertThat(all(
                        asked().header("a", List.of("1", "2")),
                        asked().header("a", List.of("2", "1")),
                        asked().header("a", List.of("1, 2")),
                        asked().header("a", List.of("12")),
                        asked().header("a", List.of("")),
                        asked().header("a", List.of("", "")),
                        asked().header("a1", List.of("2")),
                        asked().codings(List.of("1", "2")),
                        asked()))
                .doesNotHaveDuplicates();
    }

    /** Vector 32. */
    @Test
    void jsonCountsByWhatItSays() {
        assertThat(json("{\"sku\":\"TEA-1\",\"n\":10}")).isEqualTo(json("{ \"n\" : 1.0e1, \"sku\":\"\\u0054EA-1\" }"));
        assertThat(List.of(
                        json("{\"n\":[1,2]}"),
                        json("{\"n\":[2,1]}"),
                        json("{\"n\":null}"),
                        json("{}"),
                        json("{\"n\":9007199254740993}"),
                        json("{\"n\":9007199254740992}"),
                        json("\"1\""),
                        json("1")))
                .doesNotHaveDuplicates();
    }

    @Test
    void jsonThatCannotBeComparedIsRefusedWithoutItsContent() {
        for (String body : List.of("", "{", "{\"secret\":1,\"secret\":2}", "\"secret\\ud83d\"", "[".repeat(300))) {
            assertRefused(body, FORM, Reason.REQUEST_INVALID);
        }
        assertRefused("\"secret\"", FORM.maxBytes(4), Reason.REQUEST_TOO_LARGE);
    }

    @Test
    void formsCountByTheirPairs() {
        assertThat(form("a", List.of("1"), "b", List.of("2"))).isEqualTo(form("b", List.of("2"), "a", List.of("1")));
        assertThat(List.of(
                        form("a", List.of("1"), "b", List.of("2")),
                        form("a", List.of("2"), "b", List.of("1")),
                        form("a", List.of("1", "2"), "b", List.of()),
                        form("a", List.of("2", "1"), "b", List.of()),
                        form("a", List.of("12"), "b", List.of()),
                        form("a", List.of("1", "b", "2"), "b", List.of()),
                        form("a", List.of(), "b", List.of("1", "2"))))
                .doesNotHaveDuplicates();
    }

    /** Vector 34. */
    @Test
    void multipartsCountByTheirParts() throws IOException {
        Part text = part("note", null, null, "x");
        Part file = part("file", "a.txt", "text/plain; charset=utf-8", "y");
        assertThat(multipart(text, file))
                .isEqualTo(multipart(file, text))
                .isEqualTo(multipart(text, part("file", "a.txt", "Text/Plain", "y")));
        Part second = part("file", "b.txt", "text/plain", "y");
        assertThat(List.of(
                        multipart(),
                        multipart(text),
                        multipart(file),
                        multipart(text, file),
                        multipart(text, text),
                        multipart(file, second),
                        multipart(second, file),
                        multipart(part("note", null, null, "X")),
                        multipart(part("note", "", null, "x")),
                        multipart(part("note", null, "", "x")),
                        multipart(part("note", null, "text/plain", "x")),
                        multipart(part("not", "e", null, "x")),
                        multipart(part("note", "text/plain", null, "x"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void aPartIsAValueThatShowsNoName() throws IOException {
        byte[] digest = Part.digest(new ByteArrayInputStream(bytes("x")));
        Part part = new Part("secret", "secret.txt", null, digest);
        digest[0]++;
        part.digest()[0]++;
        assertThat(part)
                .isEqualTo(part("secret", "secret.txt", null, "x"))
                .hasSameHashCodeAs(part("secret", "secret.txt", null, "x"));
        assertThat(part.toString()).doesNotContain("secret");
        assertThatIllegalArgumentException().isThrownBy(() -> new Part("a", null, null, new byte[31]));
    }

    @Test
    void theSameBytesInAnotherFormAreAnotherRequest() throws IOException {
        assertThat(all(
                        asked(),
                        asked().bytes(new byte[0]),
                        asked().bytes(bytes("{}")),
                        asked().json(bytes("{}"), FORM),
                        asked().form(Map.of()),
                        asked().multipart(List.of()),
                        asked().bytes(bytes("{ }"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void bytesDoNotMoveBetweenSections() {
        assertThat(all(
                        asked().query("a=1").bytes(bytes("b")),
                        asked().query("a=1b"),
                        asked().bytes(bytes("a=1b")),
                        asked().mediaType("a/1").bytes(bytes("b")),
                        asked().header("query", List.of("a=1")).bytes(bytes("b")),
                        asked().header("body", List.of("b")).query("a=1"),
                        asked().header("operation", List.of("o")),
                        asked().header("", List.of("a")),
                        asked().codings(List.of("a")),
                        asked().header("codings", List.of("a")),
                        asked().form(Map.of("a", List.of("1"))),
                        asked().query("a=1")))
                .doesNotHaveDuplicates();
    }

    @Test
    void theOrderOfTheCallsDoesNotCount() {
        assertThat(print(asked -> asked.bytes(bytes("b")).query("a=1").mediaType("a/b")))
                .isEqualTo(print(asked -> asked.mediaType("a/b").query("a=1").bytes(bytes("b"))));
    }

    @Test
    void nothingIsGivenTwice() {
        assertThatIllegalStateException().isThrownBy(() -> asked().query("a").query("b"));
        assertThatIllegalStateException()
                .isThrownBy(() -> asked().bytes(bytes("a")).json(bytes("1"), FORM));
        assertThatIllegalStateException()
                .isThrownBy(() -> asked().header("A", List.of("1")).header("a", List.of("2")));
    }

    private static RequestFingerprint asked() {
        return RequestFingerprint.of("o", List.of());
    }

    private static Fingerprint print(UnaryOperator<RequestFingerprint> adding) {
        return adding.apply(asked()).build();
    }

    private static List<Fingerprint> all(RequestFingerprint... requests) {
        return List.of(requests).stream().map(RequestFingerprint::build).toList();
    }

    private static Fingerprint json(String body) {
        return print(asked -> asked.json(bytes(body), FORM));
    }

    private static Fingerprint form(String name, List<String> values, String other, List<String> others) {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        pairs.put(name, values);
        pairs.put(other, others);
        return print(asked -> asked.form(pairs));
    }

    private static Fingerprint multipart(Part... parts) {
        return print(asked -> asked.multipart(List.of(parts)));
    }

    private static Part part(String name, @Nullable String fileName, @Nullable String contentType, String content)
            throws IOException {
        return new Part(name, fileName, contentType, Part.digest(new ByteArrayInputStream(bytes(content))));
    }

    private static void assertRefused(String body, CanonicalJson form, Reason reason) {
        assertThatThrownBy(() -> asked().json(bytes(body), form))
                .hasMessageNotContaining("secret")
                .hasNoCause()
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
