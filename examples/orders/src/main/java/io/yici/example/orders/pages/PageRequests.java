package io.yici.example.orders.pages;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.springframework.http.HttpHeaders;

/** Which requests are a browser's for a page, and which a program's or a script's for data. */
final class PageRequests {
    private static final List<String> DATA = List.of("/api/", "/callbacks/", "/idempotency", "/actuator");

    private PageRequests() {}

    /** Whether the answer, also a refusal, is a page: a browser says that it takes HTML, and programs do not. */
    static boolean wantsPage(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        return DATA.stream().noneMatch(path::startsWith)
                && Collections.list(request.getHeaders(HttpHeaders.ACCEPT)).stream()
                        .anyMatch(accepted -> accepted.contains("text/html"));
    }

    /** Whether it can be asked again after signing in: an address that somebody wanted to look at. */
    static boolean wantsToSee(HttpServletRequest request) {
        return request.getMethod().equals("GET") && wantsPage(request);
    }
}
