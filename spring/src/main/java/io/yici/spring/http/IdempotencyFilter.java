package io.yici.spring.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Supplier;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * The HTTP door. Last in the filter chain, so that authentication, rate limits and everything else that may refuse a
 * request comes before it on first runs and on replays alike.
 */
public final class IdempotencyFilter extends OncePerRequestFilter implements Ordered {
    private final Supplier<HttpDoor> door;

    /** @param door made late: a filter is made before everything that a door needs */
    public IdempotencyFilter(Supplier<HttpDoor> door) {
        this.door = door;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        door.get().pass(request, response, chain);
    }
}
