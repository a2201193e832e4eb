package io.yici.spring.http;

import jakarta.servlet.ServletException;
import java.io.IOException;

/** What left the application without being made an answer. */
final class Escape {
    private Escape() {}

    /** What the handler threw, without the exception that the dispatcher puts around it. */
    static Throwable cause(Throwable escaped) {
        return escaped instanceof ServletException && escaped.getCause() != null ? escaped.getCause() : escaped;
    }

    /** Lets it go on to the container, unchanged. */
    static void rethrow(Throwable escaped) throws IOException, ServletException {
        if (escaped instanceof IOException failed) {
            throw failed;
        }
        if (escaped instanceof ServletException failed) {
            throw failed;
        }
        if (escaped instanceof RuntimeException failed) {
            throw failed;
        }
        if (escaped instanceof Error failed) {
            throw failed;
        }
        throw new ServletException(escaped);
    }
}
