package io.yici.spring.http;

import jakarta.servlet.ServletRequest;

/** Says of a request to a guarded handler that it may go there unguarded, because its route lets keyless ones pass. */
final class UnguardedPass {
    private static final String ATTRIBUTE = UnguardedPass.class.getName();

    private UnguardedPass() {}

    static void allow(ServletRequest request, Route route) {
        request.setAttribute(ATTRIBUTE, route);
    }

    static boolean isAllowed(ServletRequest request, Route route) {
        return route.equals(request.getAttribute(ATTRIBUTE));
    }
}
