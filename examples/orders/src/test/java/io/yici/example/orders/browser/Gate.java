package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Stands in the service before everything else, as a proxy of one's own would: notes each POST, and holds the answer to
 * the next one back, or answers it itself, as a test says. Thread safe.
 */
final class Gate extends OncePerRequestFilter {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ConcurrentLinkedQueue<Order> orders = new ConcurrentLinkedQueue<>();
    private final CopyOnWriteArrayList<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private volatile boolean areKept;

    /** A POST that came. Its time is {@link System#nanoTime}. */
    record Arrival(String path, long at) {}

    /** Lets the next POST to a path be done, and holds its answer back. */
    Held hold(String path) {
        Held held = new Held();
        orders.add(new Order(path, held));
        return held;
    }

    /** Answers the next POST to a path with a status, and lets nobody else see it. */
    void refuse(String path, int status, int retryAfterSeconds) {
        orders.add(new Order(path, (request, response, chain) -> {
            response.setHeader("Retry-After", String.valueOf(retryAfterSeconds));
            response.setStatus(status);
        }));
    }

    /** From now on a browser may keep the pages it leaves, as those of many shops; the service itself forbids it. */
    void letPagesBeKept() {
        areKept = true;
    }

    /** The POSTs to a path so far. */
    List<Arrival> arrivals(String path) {
        return arrivals.stream().filter(one -> one.path().equals(path)).toList();
    }

    /** Forgets what came, and what nothing came for. */
    void reset() {
        orders.clear();
        arrivals.clear();
        areKept = false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!request.getMethod().equals("POST")) {
            chain.doFilter(request, areKept ? new Kept(response) : response);
            return;
        }
        arrivals.add(new Arrival(request.getRequestURI(), System.nanoTime()));
        Predicate<Order> matches = order -> order.path().equals(request.getRequestURI());
        Order order = orders.stream().filter(matches).findFirst().orElse(null);
        if (order != null && orders.remove(order)) {
            order.what().apply(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private record Order(String path, Treatment what) {}

    private interface Treatment {
        void apply(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException;
    }

    /** An answer that is there and not given. */
    static final class Held implements Treatment, AutoCloseable {
        private final CountDownLatch done = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        /** Waits until the service has done what was asked. */
        void awaitDone() {
            await(done);
        }

        /** Gives the answer. */
        void release() {
            released.countDown();
        }

        @Override
        public void apply(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
            try {
                chain.doFilter(request, answer);
            } finally {
                done.countDown();
                await(released);
            }
            answer.copyBodyToResponse();
        }

        private static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .as("within %s", LIMIT)
                        .isTrue();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stopped);
            }
        }

        /** Leaves no thread of the service waiting. */
        @Override
        public void close() {
            release();
        }
    }

    /** A page that may be shown again as it was left. */
    private static final class Kept extends HttpServletResponseWrapper {
        Kept(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setHeader(String name, String value) {
            super.setHeader(name, allowed(name, value));
        }

        @Override
        public void addHeader(String name, String value) {
            super.addHeader(name, allowed(name, value));
        }

        private static String allowed(String name, String value) {
            return name.equalsIgnoreCase("Cache-Control") ? "no-cache" : value;
        }
    }
}
