package io.yici.http;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A response as it is kept for repeats: status, headers in their order and with their repetitions, and body.
 *
 * <p>It holds what it is given; which headers are fit to be kept is for {@link KeptHeaders} to say. Equal by all of its
 * parts. Immutable and thread-safe.
 */
public final class KeptResponse {
    private static final byte[] NO_BODY = {};

    private final Kind kind;
    private final int status;
    private final List<Header> headers;
    private final byte[] body;
    private final @Nullable String errorMessage;

    KeptResponse(Kind kind, int status, List<Header> headers, byte[] body, @Nullable String errorMessage) {
        if (status < 100 || status > 999) {
            throw new IllegalArgumentException("status must have three digits, not " + status);
        }
        this.kind = kind;
        this.status = status;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.errorMessage = errorMessage;
    }

    /** What a kept response is, and the byte that says so in the stored form. */
    enum Kind {
        WHOLE(0),
        WITHOUT_BODY(1),
        ERROR(2);

        final byte stored;

        Kind(int stored) {
            this.stored = (byte) stored;
        }
    }

    /** One line of a header, name and value as given. */
    public record Header(String name, String value) {
        /** Neither part is null. */
        public Header {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
        }
    }

    /** A whole response; the body is copied. */
    public static KeptResponse of(int status, List<Header> headers, byte[] body) {
        return new KeptResponse(Kind.WHOLE, status, headers, body.clone(), null);
    }

    /** A response whose body was over the limit: repeats are told that it was not kept. */
    public static KeptResponse withoutBody(int status, List<Header> headers) {
        return new KeptResponse(Kind.WITHOUT_BODY, status, headers, NO_BODY, null);
    }

    /** A response that was sent as an error, for the container to render, and is sent so again. */
    public static KeptResponse ofError(int status, @Nullable String message, List<Header> headers) {
        return new KeptResponse(Kind.ERROR, status, headers, NO_BODY, message);
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws KeptResponseException when these bytes are of a newer version, cut or damaged
     */
    public static KeptResponse decode(byte[] bytes) {
        return KeptResponseFormat.decode(bytes);
    }

    /**
     * The form to store: a version byte first, a check sum last. It grows with the response by two bytes a character.
     */
    public byte[] encode() {
        return KeptResponseFormat.encode(this);
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /** The headers, in their order. */
    public List<Header> headers() {
        return headers;
    }

    /** A copy of the body; empty when there is none. */
    public byte[] body() {
        return body.clone();
    }

    /** False when the body was over the limit and is not here. */
    public boolean isComplete() {
        return kind != Kind.WITHOUT_BODY;
    }

    /** Whether it was sent as an error. */
    public boolean isError() {
        return kind == Kind.ERROR;
    }

    /** The message that was sent with the error; null when there was none, or no error. */
    public @Nullable String errorMessage() {
        return errorMessage;
    }

    Kind kind() {
        return kind;
    }

    byte[] bodyItself() {
        return body;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeptResponse that
                && kind == that.kind
                && status == that.status
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body)
                && Objects.equals(errorMessage, that.errorMessage);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, status, headers, Arrays.hashCode(body), errorMessage);
    }

    /** Status and sizes; neither headers nor content, which may be personal. */
    @Override
    public String toString() {
        return kind + " " + status + ", " + headers.size() + " headers, " + body.length + " bytes";
    }
}
