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
    private String coding = "";
    private @Nullable ServletOutputStream stream;
    private @Nullable PrintWriter writer;

    CopiedResponse(HttpServletResponse response, long limit) {
        super(response);
        this.limit = limit;
    }

    /** What was sent, or null when it was too long to be copied, or did not go out whole. */
    byte @Nullable [] copy() {
        if (writer != null) {
            writer.flush();
        }
        return whole ? copy.toByteArray() : null;
    }

    /** The coding of what was copied; empty for none. One that is put on further outside is no matter of the copy. */
    String coding() {
        return coding;
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (name.equalsIgnoreCase(HttpHeaders.CONTENT_ENCODING)) {
            coding = value == null ? "" : value;
        }
        super.setHeader(name, value);
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (name.equalsIgnoreCase(HttpHeaders.CONTENT_ENCODING) && value != null) {
            coding = coding.isEmpty() ? value : coding + ", " + value;
        }
        super.addHeader(name, value);
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
        coding = "";
    }

    /** What did not go out whole is not the answer, even if the handler goes on as if it were. */
    private IOException broken(IOException failed) {
        whole = false;
        copy.reset();
        return failed;
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
            try {
                target.write(one);
            } catch (IOException failed) {
                throw broken(failed);
            }
            copy(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            try {
                target.write(bytes, offset, count);
            } catch (IOException failed) {
                throw broken(failed);
            }
            copy(bytes, offset, count);
        }

        @Override
        public void flush() throws IOException {
            try {
                target.flush();
            } catch (IOException failed) {
                throw broken(failed);
            }
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
