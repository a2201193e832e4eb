package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.orders.Shop;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Stands in the service before everything else, as a proxy of one's own would: notes each POST, and holds the answer to
 * the next one back, or answers it itself, as a test says. Thread safe.
 */
final class Gate extends OncePerRequestFilter {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ConcurrentLinkedQueue<Rule> rules = new ConcurrentLinkedQueue<>();
    private final CopyOnWriteArrayList<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final List<Rewrite> rewrites = new CopyOnWriteArrayList<>();
    private volatile @Nullable String caching;

    /** A POST that came. Its time is {@link System#nanoTime}. */
    record Arrival(String path, long at) {}

    /** Lets the next POST to a path be done, and holds its answer back. */
    Held hold(String path) {
        return held("POST", Pattern.quote(path), false);
    }

    /** Holds the next POST to a path back before anything is done. */
    Held holdBefore(String path) {
        return held("POST", Pattern.quote(path), true);
    }

    /** Holds the next page back whose path matches a regular expression. */
    Held holdNextPage(String paths) {
        return held("GET", paths, false);
    }

    private Held held(String method, String paths, boolean before) {
        Held held = new Held(before);
        rules.add(new Rule(method, Pattern.compile(paths), held));
        return held;
    }

    /** Lets the next POST to a path be done, and loses its answer: the page stays where it is. */
    void lose(String path) {
        rules.add(new Rule("POST", Pattern.compile(Pattern.quote(path)), (request, response, chain) -> {
            chain.doFilter(request, new ContentCachingResponseWrapper(response));
            response.reset();
            response.setStatus(204);
        }));
    }

    /** Answers the next POST to a path with a status, and lets nobody else see it. */
    void refuse(String path, int status, int retryAfterSeconds) {
        rules.add(new Rule("POST", Pattern.compile(Pattern.quote(path)), (request, response, chain) -> {
            response.setHeader("Retry-After", String.valueOf(retryAfterSeconds));
            response.setStatus(status);
        }));
    }

    /** From now on a browser may keep every page it leaves, as those of many shops; the service allows it for few. */
    void letPagesBeKept() {
        caching = "no-cache";
    }

    /** From now on a browser may keep no page. */
    void letNoPageBeKept() {
        caching = "no-store";
    }

    /** The POSTs to a path so far. */
    List<Arrival> arrivals(String path) {
        return arrivals.stream().filter(one -> one.path().equals(path)).toList();
    }

    /** From now on a page or file is served with a piece of it replaced; without that piece it is not served. */
    void rewrite(String path, String piece, String replacement) {
        rewrites.add(new Rewrite(path, piece, replacement));
    }

    /** Forgets what came, and what nothing came for. */
    void reset() {
        rules.clear();
        arrivals.clear();
        rewrites.clear();
        caching = null;
    }

    /** Waits until every POST that came has its answer. */
    void awaitIdle() {
        Shop.until("all is answered", () -> underWay.get() == 0);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean isPost = request.getMethod().equals("POST");
        if (isPost) {
            underWay.incrementAndGet();
            arrivals.add(new Arrival(request.getRequestURI(), System.nanoTime()));
        }
        try {
            String said = caching;
            treatmentOf(request).apply(request, said == null || isPost ? response : new Cached(response, said), chain);
        } finally {
            if (isPost) {
                underWay.decrementAndGet();
            }
        }
    }

    private Treatment treatmentOf(HttpServletRequest request) {
        for (Rule rule : rules) {
            if (rule.isFor(request) && rules.remove(rule)) {
                return rule.what();
            }
        }
        List<Rewrite> wanted = rewrites.stream()
                .filter(one -> one.path().equals(request.getRequestURI()))
                .toList();
        return wanted.isEmpty() || !request.getMethod().equals("GET")
                ? (asked, answer, chain) -> chain.doFilter(asked, answer)
                : (asked, answer, chain) -> rewritten(asked, answer, chain, wanted);
    }

    private static void rewritten(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, List<Rewrite> wanted)
            throws ServletException, IOException {
        ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, answer);
        String text = new String(answer.getContentAsByteArray(), StandardCharsets.UTF_8);
        for (Rewrite one : wanted) {
            if (!text.contains(one.piece())) {
                System.err.println(one.path() + " does not contain " + one.piece());
                response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
                return;
            }
            text = text.replace(one.piece(), one.replacement());
        }
        answer.resetBuffer();
        answer.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        answer.copyBodyToResponse();
    }

    private record Rewrite(String path, String piece, String replacement) {}

    private record Rule(String method, Pattern paths, Treatment what) {
        boolean isFor(HttpServletRequest request) {
            return request.getMethod().equals(method)
                    && paths.matcher(request.getRequestURI()).matches();
        }
    }

    private interface Treatment {
        void apply(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException;
    }

    /** A request that waits in the service. Closing it lets it go on. */
    static final class Held implements Treatment, AutoCloseable {
        private final boolean before;
        private volatile boolean isBroken;
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        private Held(boolean before) {
            this.before = before;
        }

        /** Waits until the request is there. */
        void awaitArrived() {
            await(arrived);
        }

        /** Waits until the service has done what was asked. */
        void awaitDone() {
            await(done);
        }

        /**
         * Lets the answer begin and break off. A browser sends again by itself what is cut before the answer has begun,
         * on a connection it had used before, and the page knows nothing of it.
         */
        void breakOff() {
            isBroken = true;
            close();
        }

        /** Lets it go on. */
        @Override
        public void close() {
            released.countDown();
        }

        @Override
        public void apply(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            arrived.countDown();
            if (before) {
                await(released);
            }
            ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
            try {
                chain.doFilter(request, answer);
            } finally {
                done.countDown();
                await(released);
            }
            if (isBroken) {
                response.setContentLength(1 << 20);
                response.getOutputStream().write('{');
                response.flushBuffer();
                // Makes the container close the connection.
                throw new IOException("broken off, as the test wants it");
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
    }

    /** Says something else about caching than the service does. */
    private static final class Cached extends HttpServletResponseWrapper {
        private final String caching;

        Cached(HttpServletResponse response, String caching) {
            super(response);
            this.caching = caching;
        }

        @Override
        public void setHeader(String name, String value) {
            super.setHeader(name, said(name, value));
        }

        @Override
        public void addHeader(String name, String value) {
            super.addHeader(name, said(name, value));
        }

        private String said(String name, String value) {
            return name.equalsIgnoreCase("Cache-Control") ? caching : value;
        }
    }
}
