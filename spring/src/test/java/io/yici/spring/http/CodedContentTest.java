package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Compression on either side of the guard: the bytes are what Content-Encoding says, coded once at most. B05. */
class CodedContentTest {
    /** Who compresses. */
    @SuppressWarnings("ImmutableEnumChecker") // the list is
    enum Where {
        NOBODY(),
        CONTAINER(),
        FILTER_BEFORE(Before.class),
        FILTER_AFTER(After.class),
        FILTERS_ON_BOTH_SIDES(Before.class, After.class);

        private final List<Class<?>> filters;

        Where(Class<?>... filters) {
            this.filters = List.of(filters);
        }

        Server start() {
            List<Class<?>> beans = new ArrayList<>(List.of(Press.class, Callers.class));
            beans.addAll(filters);
            return Server.start(
                    TestDatabase.SQLITE,
                    beans.toArray(Class<?>[]::new),
                    "yici.waits-for=2s",
                    "server.compression.enabled=" + (this == CONTAINER),
                    "server.compression.min-response-size=1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whateverARepeatAcceptsItGetsTheSameContent(Where where) throws IOException {
        try (Server server = where.start()) {
            Wire wire = new Wire(server.port());
            for (String path : new String[] {"/print", "/later", "/coded"}) {
                for (String[] accepted : new String[][] {{"gzip", "identity"}, {"identity", "gzip"}}) {
                    String key = UUID.randomUUID().toString();
                    Wire.Reply first =
                            wire.post(path, key, "{\"name\":\"" + key + "\"}", "Accept-Encoding", accepted[0]);
                    assertThat(first.status())
                            .as("%s %s", path, first.headers())
                            .isEqualTo(200);
                    assertThat(content(first)).isEqualTo(Press.page(key));
                    if (accepted[0].equals("gzip")) {
                        assertThat(first.header("Content-Encoding"))
                                .isEqualTo(where == Where.NOBODY && !path.equals("/coded") ? null : "gzip");
                    }
                    Wire.Reply repeat =
                            wire.post(path, key, "{\"name\":\"" + key + "\"}", "Accept-Encoding", accepted[1]);
                    assertThat(repeat.isReplay())
                            .as("%s %s %s", path, accepted[0], repeat)
                            .isTrue();
                    assertThat(content(repeat)).isEqualTo(Press.page(key));
                    if (accepted[1].equals("identity")) {
                        assertThat(repeat.header("Content-Encoding")).isNull();
                    }
                    assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void aRequestIsTheSameCompressedOrNot() throws IOException {
        try (Server server = Where.NOBODY.start()) {
            Wire wire = new Wire(server.port());
            String key = UUID.randomUUID().toString();
            byte[] plain = ("{\"name\":\"" + key + "\"}").getBytes(StandardCharsets.UTF_8);
            Wire.Reply first = wire.post("/raw", key, gzip(plain), "Content-Encoding", "gzip");
            assertThat(first.status()).as("%s", first).isEqualTo(200);
            assertThat(first.text()).isEqualTo(new String(plain, StandardCharsets.UTF_8));
            Wire.Reply repeat = wire.post("/raw", key, plain);
            assertThat(repeat.isReplay()).as("%s", repeat).isTrue();
            assertThat(repeat.body()).isEqualTo(first.body());
            Wire.Reply other = wire.post(
                    "/raw", key, gzip("{\"name\":\"x\"}".getBytes(StandardCharsets.UTF_8)), "Content-Encoding", "gzip");
            assertThat(other.isProblem(422, "mismatch")).as("%s", other).isTrue();
            Wire.Reply damaged = wire.post("/raw", UUID.randomUUID().toString(), plain, "Content-Encoding", "gzip");
            assertThat(damaged.status()).isEqualTo(400);
            assertThat(server.bean(Ledger.class).total()).isEqualTo(1);
        }
    }

    /** Decoded as its header says, which must be once. */
    private static String content(Wire.Reply reply) throws IOException {
        String coding = reply.header("Content-Encoding");
        assertThat(reply.headers().allValues("Content-Encoding")).hasSizeLessThan(2);
        return new String(coding == null ? reply.body() : gunzip(reply.body()), StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(coded)) {
            out.write(plain);
        }
        return coded.toByteArray();
    }

    private static byte[] gunzip(byte[] coded) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(coded))) {
            return in.readAllBytes();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    record Asked(String name) {}

    @RestController
    static class Press {
        private final Ledger ledger;

        Press(Ledger ledger) {
            this.ledger = ledger;
        }

        static String page(String name) {
            return ("page of " + name + "\n").repeat(100);
        }

        @Idempotent(operation = "print")
        @PostMapping(path = "/print", produces = "text/plain")
        String print(@RequestBody Asked asked) {
            ledger.ran(asked.name());
            return page(asked.name());
        }

        @Idempotent(operation = "later", external = true)
        @PostMapping(path = "/later", produces = "text/plain")
        ResponseEntity<StreamingResponseBody> later(@RequestBody Asked asked) {
            ledger.ran(asked.name());
            return ResponseEntity.ok()
                    .contentType(MediaType.TEXT_PLAIN)
                    .body(out -> out.write(page(asked.name()).getBytes(StandardCharsets.UTF_8)));
        }

        /** Compresses by itself where that is accepted. */
        @Idempotent(operation = "coded")
        @PostMapping("/coded")
        ResponseEntity<byte[]> coded(@RequestBody Asked asked, @RequestHeader("Accept-Encoding") String accepted)
                throws IOException {
            ledger.ran(asked.name());
            byte[] plain = page(asked.name()).getBytes(StandardCharsets.UTF_8);
            ResponseEntity.BodyBuilder answer = ResponseEntity.ok().header("Content-Type", "text/plain");
            return accepted.equals("gzip")
                    ? answer.header("Content-Encoding", "gzip").body(gzip(plain))
                    : answer.body(plain);
        }

        @Idempotent(operation = "raw")
        @PostMapping(path = "/raw", produces = "application/json")
        byte[] raw(@RequestBody byte[] body, @RequestHeader(name = "Content-Encoding", required = false) String coding)
                throws IOException {
            ledger.ran("raw");
            return coding == null ? body : gunzip(body);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Before {
        @Bean
        FilterRegistrationBean<Filter> outerCompression() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(new Compression("outer"));
            registration.setName("outer");
            registration.setAsyncSupported(true);
            registration.setOrder(10);
            return registration;
        }
    }

    /** An application may put the guard elsewhere, and then something behind it. */
    @Configuration(proxyBeanMethods = false)
    static class After {
        @Bean
        FilterRegistrationBean<IdempotencyFilter> guard(IdempotencyFilter filter) {
            FilterRegistrationBean<IdempotencyFilter> registration = new FilterRegistrationBean<>(filter);
            registration.setOrder(20);
            return registration;
        }

        @Bean
        FilterRegistrationBean<Filter> innerCompression() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(new Compression("inner"));
            registration.setName("inner");
            registration.setAsyncSupported(true);
            registration.setOrder(30);
            return registration;
        }
    }

    /** As many applications have it: says the coding at once, and codes what is written unless somebody has. */
    static final class Compression extends OncePerRequestFilter {
        private final String coded;

        Compression(String name) {
            this.coded = Compression.class.getName() + name;
        }

        @Override
        protected String getAlreadyFilteredAttributeName() {
            return coded + ".filtered";
        }

        @Override
        protected boolean shouldNotFilterAsyncDispatch() {
            return false;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (!isAsyncDispatch(request)
                    && "gzip".equals(request.getHeader("Accept-Encoding"))
                    && !request.getRequestURI().equals("/coded")
                    && !response.containsHeader("Content-Encoding")) {
                response.setHeader("Content-Encoding", "gzip");
                request.setAttribute(coded, new Coding(response));
            }
            Coding coding = (Coding) request.getAttribute(coded);
            chain.doFilter(request, coding == null || isAsyncDispatch(request) ? response : coding);
            if (coding != null && !isAsyncStarted(request)) {
                coding.finish();
            }
        }
    }

    /** Codes everything that is written. */
    private static final class Coding extends HttpServletResponseWrapper {
        private final ServletOutputStream out;
        private final GZIPOutputStream coded;
        private final PrintWriter writer;

        private Coding(HttpServletResponse response) throws IOException {
            super(response);
            coded = new GZIPOutputStream(new Late(response));
            out = new Stream(coded);
            writer = new PrintWriter(out, false, StandardCharsets.UTF_8);
        }

        void finish() throws IOException {
            writer.flush();
            coded.finish();
        }

        @Override
        public ServletOutputStream getOutputStream() {
            return out;
        }

        @Override
        public PrintWriter getWriter() {
            return writer;
        }

        @Override
        public void setContentLength(int length) {
            // it is another once it is coded
        }

        @Override
        public void setContentLengthLong(long length) {
            // it is another once it is coded
        }
    }

    /** The response's stream, asked for once it is written to. */
    private static final class Late extends OutputStream {
        private final HttpServletResponse response;

        private Late(HttpServletResponse response) {
            this.response = response;
        }

        @Override
        public void write(int one) throws IOException {
            response.getOutputStream().write(one);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            response.getOutputStream().write(bytes, offset, count);
        }
    }

    private static final class Stream extends ServletOutputStream {
        private final OutputStream target;

        private Stream(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int one) throws IOException {
            target.write(one);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("written at once");
        }
    }
}
