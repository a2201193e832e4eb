package io.yici.spring.web;

import io.yici.spring.service.Replays;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Marks the response of the current servlet request as a replay: {@code Idempotent-Replayed: true} when every guarded
 * call of the request was answered from its record. Outside of a request, and once the response is on its way, it does
 * nothing.
 */
public final class ReplayHeader implements Replays {
    /** The header's name. */
    public static final String NAME = "Idempotent-Replayed";

    private static final String EXECUTED = ReplayHeader.class.getName() + ".executed";

    /** Made once for an application. */
    public ReplayHeader() {}

    @Override
    public void answered(boolean replayed) {
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes request
                && request.getResponse() != null
                && !request.getResponse().isCommitted()) {
            mark(request, request.getResponse(), replayed);
        }
    }

    private static void mark(ServletRequestAttributes request, HttpServletResponse response, boolean replayed) {
        if (!replayed) {
            request.setAttribute(EXECUTED, true, RequestAttributes.SCOPE_REQUEST);
            if (response.containsHeader(NAME)) {
                response.setHeader(NAME, "false");
            }
        } else if (request.getAttribute(EXECUTED, RequestAttributes.SCOPE_REQUEST) == null) {
            response.setHeader(NAME, "true");
        }
    }
}
