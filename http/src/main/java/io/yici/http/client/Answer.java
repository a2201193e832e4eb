package io.yici.http.client;

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

    /** Gives up the body and frees the connection. Never throws. */
    void discard();
}
