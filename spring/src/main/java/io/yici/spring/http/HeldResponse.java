package io.yici.spring.http;

import io.yici.http.KeptResponse.Header;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ReflectionUtils;

/**
 * A response that is held back whole, status and headers too, until it is known whether it may be sent. Nothing reaches
 * the response behind it before {@link #send}: neither {@code flushBuffer} nor {@code sendError} commits anything.
 */
final class HeldResponse extends HttpServletResponseWrapper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeldResponse.class);

    private final HttpServletResponse target;
    private final HeldBody body;
    private final List<Cookie> cookies = new ArrayList<>();
    private HeldHead head = new HeldHead();
    private @Nullable HeldHead marked;
    private @Nullable Error error;
    private boolean redirected;
    private @Nullable PrintWriter writer;
    private @Nullable ServletOutputStream stream;

    HeldResponse(HttpServletResponse target, HeldBody body) {
        super(target);
        this.target = target;
        this.body = body;
        super.setResponse(faceOf(this)); // from here on nothing may be left to the superclass
    }

    /**
     * Stands for this one where others look for the response behind: when a forward returns, Tomcat 11 ends what it
     * finds behind all wrappers, and nothing could be sent to that afterwards.
     */
    private static HttpServletResponse faceOf(HeldResponse held) {
        return (HttpServletResponse) Proxy.newProxyInstance(
                HttpServletResponse.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (face, method, arguments) -> ReflectionUtils.invokeMethod(method, held, arguments));
    }

    /** What {@code sendError} was called with. */
    record Error(int status, @Nullable String message) {
        /** Calls it again on another response. */
        void sendTo(HttpServletResponse response) throws IOException {
            if (message == null) {
                response.sendError(status);
            } else {
                response.sendError(status, message);
            }
        }
    }

    /** Remembers status and headers as they are before the handler. */
    void mark() {
        marked = head.copy();
    }

    /** Goes back to what was marked, with an empty body: what the handler wrote before it failed does not count. */
    void rewind() {
        if (marked != null) {
            head = marked.copy();
        }
        resetBuffer();
        error = null;
        redirected = false;
        writer = null;
        stream = null;
    }

    /** Sends everything to the response behind; an error goes out as {@code sendError}, as it came in. */
    void send() throws IOException {
        sendHeadTo(target);
        if (error != null) {
            error.sendTo(target);
            return;
        }
        flushWriter();
        if (body.length() > 0) {
            target.setContentLengthLong(body.length());
            body.writeTo(target.getOutputStream());
        }
    }

    /** Sends only what was held before the handler: what interceptors said, for a replay to follow. */
    void sendMarkedHead() {
        if (marked != null) {
            head = marked;
        }
        head.remove(HttpHeaders.CONTENT_ENCODING); // of a body that is not sent
        sendHeadTo(target);
    }

    private void sendHeadTo(HttpServletResponse response) {
        cookies.forEach(cookie -> sendTo(response, cookie));
        head.sendTo(response);
    }

    /** What is committed by now is not called a failure for a cookie that the container does not take. */
    private static void sendTo(HttpServletResponse response, Cookie cookie) {
        try {
            response.addCookie(cookie);
        } catch (IllegalArgumentException malformed) {
            LOG.warn("The cookie {} was refused by the container and is not sent", cookie.getName(), malformed);
        }
    }

    int status() {
        return error == null ? head.status() : error.status();
    }

    @Nullable Error error() {
        return error;
    }

    /** The headers as they would be sent, content type included. */
    List<Header> headers() {
        return head.all();
    }

    long length() {
        flushWriter();
        return body.length();
    }

    byte[] bytes() throws IOException {
        flushWriter();
        return body.bytes();
    }

    private void flushWriter() {
        if (writer != null) {
            writer.flush();
        }
    }

    @Override
    public void close() {
        body.close();
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer != null) {
            throw new IllegalStateException("getWriter() has already been called for this response");
        }
        if (stream == null) {
            stream = new Stream();
        }
        return stream;
    }

    @Override
    public PrintWriter getWriter() {
        if (stream != null) {
            throw new IllegalStateException("getOutputStream() has already been called for this response");
        }
        if (writer == null) {
            Charset charset = Charset.forName(getCharacterEncoding());
            head.fixCharset(charset.name());
            writer = new PrintWriter(new OutputStreamWriter(new Stream(), charset)); // closing it ends no body
        }
        return writer;
    }

    @Override
    public void sendError(int status) {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        if (!isEnded()) {
            resetBuffer();
            error = new Error(status, message);
        }
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, HttpServletResponse.SC_FOUND, true);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        if (isEnded()) {
            throw new IllegalStateException("The response has been ended already");
        }
        if (clearBuffer) {
            resetBuffer();
        }
        flushWriter();
        head.status(status);
        head.set(HttpHeaders.LOCATION, oneLine(HttpHeaders.LOCATION, location));
        redirected = true;
    }

    /** What comes after {@code sendError} or {@code sendRedirect} is no part of the answer (Servlet 6, §5.3). */
    private boolean isEnded() {
        return error != null || redirected;
    }

    @Override
    public void setStatus(int status) {
        if (!isEnded()) {
            head.status(status);
        }
    }

    @Override
    public int getStatus() {
        return status();
    }

    @Override
    public boolean isCommitted() {
        return isEnded() || target.isCommitted();
    }

    @Override
    public void flushBuffer() {
        flushWriter();
    }

    @Override
    public void resetBuffer() {
        if (writer != null) {
            writer.flush();
        }
        body.clear();
    }

    @Override
    public void reset() {
        resetBuffer();
        head = new HeldHead();
        cookies.clear();
        error = null;
        redirected = false;
        writer = null;
        stream = null;
    }

    @Override
    public int getBufferSize() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void setBufferSize(int size) {
        // It holds everything back, whatever its size.
    }

    @Override
    public void addCookie(Cookie cookie) {
        cookies.add(cookie);
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (value == null) {
            head.remove(name);
        } else if (!isLength(name)) {
            head.set(name, oneLine(name, value));
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (value != null && !isLength(name)) {
            head.add(name, oneLine(name, value));
        }
    }

    /** Refused where it is said, and not by a firewall when everything is committed. */
    private static String oneLine(String name, String value) {
        if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("the value of the header " + name + " has more than one line");
        }
        return value;
    }

    /** The length is known when it is sent; one that was said before may be that of another coding. */
    private static boolean isLength(String name) {
        return name.equalsIgnoreCase(HttpHeaders.CONTENT_LENGTH);
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public void setDateHeader(String name, long date) {
        head.set(name, httpDate(date));
    }

    @Override
    public void addDateHeader(String name, long date) {
        head.add(name, httpDate(date));
    }

    private static String httpDate(long millis) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC));
    }

    @Override
    public void setContentType(@Nullable String type) {
        setHeader(HttpHeaders.CONTENT_TYPE, type);
    }

    @Override
    public @Nullable String getContentType() {
        String held = head.first(HttpHeaders.CONTENT_TYPE);
        return held == null ? target.getContentType() : held;
    }

    @Override
    public void setCharacterEncoding(@Nullable String charset) {
        if (writer == null) {
            head.charset(charset);
        }
    }

    @Override
    public String getCharacterEncoding() {
        String held = head.charset();
        return held == null ? target.getCharacterEncoding() : held;
    }

    @Override
    public void setContentLength(int length) {
        // The length is known when it is sent.
    }

    @Override
    public void setContentLengthLong(long length) {
        // The length is known when it is sent.
    }

    @Override
    public void setLocale(Locale locale) {
        head.set(HttpHeaders.CONTENT_LANGUAGE, locale.toLanguageTag());
    }

    @Override
    public Locale getLocale() {
        return target.getLocale();
    }

    @Override
    public String encodeURL(String url) {
        return target.encodeURL(url);
    }

    @Override
    public String encodeRedirectURL(String url) {
        return target.encodeRedirectURL(url);
    }

    @Override
    public void setTrailerFields(Supplier<Map<String, String>> supplier) {
        target.setTrailerFields(supplier);
    }

    @Override
    public Supplier<Map<String, String>> getTrailerFields() {
        return target.getTrailerFields();
    }

    @Override
    public boolean containsHeader(String name) {
        return head.first(name) != null || target.containsHeader(name);
    }

    @Override
    public @Nullable String getHeader(String name) {
        String held = head.first(name);
        return held == null ? target.getHeader(name) : held;
    }

    @Override
    public Collection<String> getHeaders(String name) {
        List<String> held = head.values(name);
        return held.isEmpty() ? target.getHeaders(name) : held;
    }

    @Override
    public Collection<String> getHeaderNames() {
        Set<String> names = new LinkedHashSet<>(target.getHeaderNames());
        head.all().forEach(header -> names.add(header.name()));
        return names;
    }

    private final class Stream extends ServletOutputStream {
        @Override
        public void write(int one) {
            if (!isEnded()) {
                body.write(one);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int count) {
            if (!isEnded()) {
                body.write(bytes, offset, count);
            }
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("A response that is held back until the commit cannot be written"
                    + " asynchronously; declare the route external");
        }
    }
}
