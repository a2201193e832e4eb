package io.yici.spring.http;

import io.yici.CommitRefusedException;
import io.yici.IdempotencyException;
import io.yici.Operation;
import io.yici.http.Problem;
import io.yici.http.RequestRefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.MappingMatch;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers with a refusal of Yici's, rendered by the application's own exception handling as if the handler had thrown
 * it, so that both doors look alike. Thread-safe.
 */
final class Refusal {
    private final Supplier<HandlerExceptionResolver> resolver;
    private final String policy;

    /** @param policy where the retention policy is published; empty for nowhere */
    Refusal(Supplier<HandlerExceptionResolver> resolver, String policy) {
        this.resolver = resolver;
        this.policy = policy;
    }

    void send(Asked asked, IdempotencyException refusal) throws IOException {
        send(asked.request(), asked.response(), refusal);
    }

    /** Refuses; a request that could not be used is pointed to the published policy. */
    void send(HttpServletRequest request, HttpServletResponse response, IdempotencyException refusal)
            throws IOException {
        if (refusal instanceof RequestRefusedException && !policy.isEmpty()) {
            response.addHeader(HttpHeaders.LINK, "<" + root(request) + policy + ">; rel=\"describedby\"");
        }
        if (!isRendered(request, response, refusal)) {
            response.sendError(Problem.of(refusal).status());
        }
    }

    /** Where the handlers of the application begin. */
    private static String root(HttpServletRequest request) {
        boolean underPrefix = request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH;
        return request.getContextPath() + (underPrefix ? request.getServletPath() : "");
    }

    /** The transaction was rolled back at its very end, when the answer had been made: the application may say how. */
    void commitRefused(Asked asked, Exception failed) throws IOException {
        Operation operation = asked.operation();
        if (!isRendered(asked.request(), asked.response(), failed)) {
            send(
                    asked,
                    new CommitRefusedException(
                            operation, "The transaction was rolled back when it was to be committed.", failed));
        }
    }

    private boolean isRendered(HttpServletRequest request, HttpServletResponse response, Exception what)
            throws IOException {
        @Nullable ModelAndView chosen = resolver.get().resolveException(request, response, null, what);
        if (chosen != null && chosen.hasView()) {
            RefusalView.render(chosen, request, response);
        }
        return chosen != null;
    }
}
