package io.yici.http;

import io.yici.Fingerprint;
import io.yici.http.RequestRefusedException.Reason;
import io.yici.json.CanonicalJson;
import io.yici.json.RefusedJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a request asks and hashes it. Not thread-safe; used once.
 *
 * <p>Two requests get one fingerprint exactly when they agree in every part that was given, each compared as its method
 * says; the order of the calls does not matter. A part that is absent or null counts like one that was never given. The
 * body is given in one form, which counts too. The form is stored and never changes: its first byte is its version.
 */
public final class RequestFingerprint {
    private static final int VERSION = 1;

    private final Map<String, byte[]> sections = new TreeMap<>();

    private RequestFingerprint() {}

    /** Begins with the declared name of the operation and what narrows it, never with a URL: URLs may move. */
    public static RequestFingerprint of(String operation, List<String> scope) {
        return new RequestFingerprint()
                .section("operation", new Sections().text(operation).texts(scope));
    }

    /**
     * Adds the query: its decoded pairs, of which the order between names does not count and the order of the values of
     * one name does. A malformed escape is taken literally.
     */
    public RequestFingerprint query(@Nullable String rawQuery) {
        if (rawQuery == null || QueryPairs.isEmpty(rawQuery)) {
            return this;
        }
        Sections section = new Sections();
        QueryPairs.write(rawQuery, section);
        return section("query", section);
    }

    /** Adds the media type: type, subtype and parameters but boundary and charset; order and quotes do not count. */
    public RequestFingerprint mediaType(@Nullable String contentType) {
        if (contentType == null || contentType.isBlank()) {
            return this;
        }
        Sections section = new Sections();
        MediaTypeText.write(contentType, section);
        return section("media-type", section);
    }

    /** Adds a header that changes what is asked: its lines as given, in their order; the name counts without case. */
    public RequestFingerprint header(String name, List<String> values) {
        return values.isEmpty()
                ? this
                : section("header " + name.toLowerCase(Locale.ROOT), new Sections().texts(values));
    }

    /** Adds the content codings that were not undone, see {@link ContentCodings.Decoded#left}. */
    public RequestFingerprint codings(List<String> left) {
        return left.isEmpty() ? this : section("codings", new Sections().texts(left));
    }

    /**
     * Gives the body as JSON, by its canonical form.
     *
     * @throws RequestRefusedException when it has none ({@link Reason#REQUEST_INVALID}) or is too long
     *     ({@link Reason#REQUEST_TOO_LARGE}); it says where and why, without content
     */
    public RequestFingerprint json(byte[] body, CanonicalJson form) {
        try {
            return body("json", form.of(body));
        } catch (RefusedJsonException refused) {
            throw refusal(refused);
        }
    }

    /** Gives the body as the pairs of a form; the order between names does not count, that of values does. */
    public RequestFingerprint form(Map<String, List<String>> pairs) {
        Sections section = new Sections().number(pairs.size());
        new TreeMap<>(pairs).forEach((name, values) -> section.text(name).texts(values));
        return body("form", section.written());
    }

    /** Gives the body as the parts of a multipart; the order between names does not count, that within one does. */
    public RequestFingerprint multipart(List<Part> parts) {
        Map<String, List<Part>> byName = new TreeMap<>();
        parts.forEach(part ->
                byName.computeIfAbsent(part.name(), unseen -> new ArrayList<>()).add(part));
        Sections section = new Sections().number(byName.size());
        byName.forEach((name, alike) -> {
            section.text(name).number(alike.size());
            alike.forEach(part -> part.write(section));
        });
        return body("multipart", section.written());
    }

    /** Gives the body byte by byte. */
    public RequestFingerprint bytes(byte[] body) {
        return body("bytes", body);
    }

    /** The fingerprint of all that was given. */
    public Fingerprint build() {
        Sections all = new Sections().tag(VERSION).number(sections.size());
        sections.forEach((name, content) -> all.text(name).bytes(content));
        return Fingerprint.of(all.written());
    }

    /** A body enters by its digest, so that a long one need not be held twice. */
    private RequestFingerprint body(String form, byte[] content) {
        return section("body", new Sections().text(form).bytes(Sections.sha256().digest(content)));
    }

    private RequestFingerprint section(String name, Sections content) {
        if (sections.putIfAbsent(name, content.written()) != null) {
            throw new IllegalStateException("the " + name + " of the request was given twice");
        }
        return this;
    }

    static RequestRefusedException refusal(RefusedJsonException refused) {
        boolean tooLarge = refused.reason() == RefusedJsonException.Reason.TOO_LARGE;
        return new RequestRefusedException(
                tooLarge ? Reason.REQUEST_TOO_LARGE : Reason.REQUEST_INVALID,
                "The body was refused: " + refused.getMessage() + ".",
                tooLarge ? "Send less." : "Correct the body.");
    }

    /**
     * One part of a multipart body.
     *
     * @param name of the field
     * @param fileName null where it is no file
     * @param contentType null where none is given; counts like {@link RequestFingerprint#mediaType}
     * @param digest SHA-256 of the content, see {@link #digest(InputStream)}
     */
    @SuppressWarnings("ArrayRecordComponent") // copied both ways
    public record Part(
            String name,
            @Nullable String fileName,
            @Nullable String contentType,
            byte[] digest) {
        private static final int DIGEST_BYTES = 32;

        /** Copies the digest, which must have 32 bytes. */
        public Part {
            Objects.requireNonNull(name, "name");
            if (digest.length != DIGEST_BYTES) {
                throw new IllegalArgumentException("digest must have 32 bytes, not " + digest.length);
            }
            digest = digest.clone();
        }

        /** The SHA-256 of a content, read to its end and not closed; blocks as the stream does. */
        public static byte[] digest(InputStream content) throws IOException {
            MessageDigest digest = Sections.sha256();
            content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return digest.digest();
        }

        /** A copy of the digest. */
        @Override
        public byte[] digest() {
            return digest.clone();
        }

        private void write(Sections out) {
            out.texts(fileName == null ? List.of() : List.of(fileName));
            out.tag(contentType == null ? 0 : 1);
            if (contentType != null) {
                MediaTypeText.write(contentType, out);
            }
            out.bytes(digest);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Part that
                    && name.equals(that.name)
                    && Objects.equals(fileName, that.fileName)
                    && Objects.equals(contentType, that.contentType)
                    && Arrays.equals(digest, that.digest);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, fileName, contentType, Arrays.hashCode(digest));
        }

        /** A short hash of the content; no name, which may be personal. */
        @Override
        public String toString() {
            return "Part[" + HexFormat.of().formatHex(digest, 0, 6) + "]";
        }
    }
}
