package io.yici.http.client;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/**
 * An answer whose head has come and whose body may still be on the way.
 *
 * <p>Implemented by whoever binds an HTTP client. {@link #accept} or {@link #discard} is called once, on the sending
 * thread.
 *
 * @param <R> the response type of the HTTP client
 */
public interface Answer<R> {
    /** The status code. */
    int status();

    /** The first value of a header field, whose name is compared without case. */
    Optional<String> header(String name);

    /** The whole body; {@link #accept} afterwards still returns a response that has it. */
    byte[] content() throws IOException, InterruptedException;

    /**
     * The response for the user, with as much of the body as the user waits for.
     *
     * @throws IOException when the connection breaks before that; the answer then counts as lost
     */
    R accept() throws IOException, InterruptedException;

    /**
     * Returns a body that is as long as {@code Content-Length} says; one that a client decoded is not measured. For
     * clients that end a cut body without an error, as {@code HttpURLConnection} does.
     *
     * @throws IOException when bytes are missing
     */
    default byte[] whole(byte[] body) throws IOException {
        String length = header("Content-Length").orElse("");
        boolean decoded = header("Content-Encoding").isPresent();
        if (!decoded && length.matches("\\d{1,18}") && body.length < Long.parseLong(length)) {
            throw new EOFException("the answer ended after " + body.length + " of " + length + " bytes");
        }
        return body;
    }

    /** Gives up the body and frees the connection. Never throws. */
    void discard();
}
