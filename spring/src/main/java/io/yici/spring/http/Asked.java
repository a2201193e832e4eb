package io.yici.spring.http;

import io.yici.Fingerprint;
import io.yici.Operation;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A guarded request as it was read, and the way on through the application.
 *
 * @param request gives its body out again each time
 * @param response the one behind, to which nothing was written yet
 */
record Asked(
        Route route,
        Operation operation,
        Fingerprint fingerprint,
        HttpServletRequest request,
        HttpServletResponse response,
        FilterChain chain) {

    /** Lets the application answer into a response. */
    void answerInto(HttpServletResponse into) throws IOException, ServletException {
        chain.doFilter(request, into);
    }
}
