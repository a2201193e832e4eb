package io.yici.spring.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body has been read and can be read again, and which cannot be answered after the handler has returned
 * unless that is allowed.
 */
final class RepeatableRequest extends HttpServletRequestWrapper {
    private final byte @Nullable [] body;
    private final boolean asyncAllowed;
    private @Nullable ServletInputStream stream;
    private @Nullable BufferedReader reader;

    /** @param body null where the container has read it and gives it out as parameters or parts */
    RepeatableRequest(HttpServletRequest request, byte @Nullable [] body, boolean asyncAllowed) {
        super(request);
        this.body = body;
        this.asyncAllowed = asyncAllowed;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (body == null) {
            return super.getInputStream();
        }
        if (reader != null) {
            throw new IllegalStateException("getReader() has already been called for this request");
        }
        if (stream == null) {
            stream = new Stream(new ByteArrayInputStream(body));
        }
        return stream;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (body == null) {
            return super.getReader();
        }
        if (stream != null) {
            throw new IllegalStateException("getInputStream() has already been called for this request");
        }
        if (reader == null) {
            String charset = getCharacterEncoding();
            reader = new BufferedReader(new InputStreamReader(
                    new ByteArrayInputStream(body),
                    charset == null ? StandardCharsets.ISO_8859_1 : Charset.forName(charset)));
        }
        return reader;
    }

    @Override
    public boolean isAsyncSupported() {
        return asyncAllowed && super.isAsyncSupported();
    }

    @Override
    public AsyncContext startAsync() {
        refuseAsync();
        return super.startAsync();
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        refuseAsync();
        return super.startAsync(request, response);
    }

    private void refuseAsync() {
        if (!asyncAllowed) {
            throw new IllegalStateException("A guarded handler must have answered when it returns, because its"
                    + " transaction ends then. Return the value itself, or declare the route external.");
        }
    }

    private static final class Stream extends ServletInputStream {
        private final ByteArrayInputStream bytes;

        private Stream(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int offset, int count) {
            return bytes.read(into, offset, count);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("The body has been read already; read it from the stream");
        }
    }
}
