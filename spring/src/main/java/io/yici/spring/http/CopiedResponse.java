package io.yici.spring.http;

import io.yici.http.KeptResponse.Header;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** A response that is sent as it is made, and copied up to a limit. Used by one thread at a time. */
final class CopiedResponse extends HttpServletResponseWrapper {
    private final long limit;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();
    private boolean whole = true;
    private @Nullable ServletOutputStream stream;
    private @Nullable PrintWriter writer;

    CopiedResponse(HttpServletResponse response, long limit) {
        super(response);
        this.limit = limit;
    }

    /** What was sent, or null when it was too long to be copied, or was sent in a coding. */
    byte @Nullable [] copy() {
        if (writer != null) {
            writer.flush();
        }
        return whole && getHeader(HttpHeaders.CONTENT_ENCODING) == null ? copy.toByteArray() : null;
    }

    List<Header> headers() {
        List<Header> headers = new ArrayList<>();
        for (String name : getHeaderNames()) {
            getHeaders(name).forEach(value -> headers.add(new Header(name, value)));
        }
        if (getContentType() != null
                && headers.stream().noneMatch(header -> header.name().equalsIgnoreCase(HttpHeaders.CONTENT_TYPE))) {
            headers.add(new Header(HttpHeaders.CONTENT_TYPE, getContentType()));
        }
        return headers;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (stream == null) {
            stream = new Stream(super.getOutputStream());
        }
        return stream;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (writer == null) {
            setCharacterEncoding(getCharacterEncoding());
            writer = new PrintWriter(new OutputStreamWriter(getOutputStream(), getCharacterEncoding()));
        }
        return writer;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (writer != null) {
            writer.flush();
        }
        super.flushBuffer();
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        copy.reset();
    }

    @Override
    public void reset() {
        super.reset();
        copy.reset();
    }

    private void copy(byte[] bytes, int offset, int count) {
        whole = whole && copy.size() + count <= limit;
        if (whole) {
            copy.write(bytes, offset, count);
        } else {
            copy.reset();
        }
    }

    private final class Stream extends ServletOutputStream {
        private final ServletOutputStream target;

        private Stream(ServletOutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int one) throws IOException {
            target.write(one);
            copy(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            target.write(bytes, offset, count);
            copy(bytes, offset, count);
        }

        @Override
        public void flush() throws IOException {
            target.flush();
        }

        @Override
        public void close() throws IOException {
            target.close();
        }

        @Override
        public boolean isReady() {
            return target.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            target.setWriteListener(listener);
        }
    }
}
