package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

/** A copy of what was sent is the whole of it or none. Vector 30. */
class CopiedResponseTest {
    private final MockHttpServletResponse behind = new MockHttpServletResponse();

    @Test
    void theCopyIsWhatWasSent() throws IOException {
        CopiedResponse response = new CopiedResponse(behind, 10);
        response.getWriter().print("äöü");
        response.flushBuffer();
        assertThat(response.copy()).isEqualTo(behind.getContentAsByteArray());
    }

    @Test
    void beyondTheLimitThereIsNoCopy() throws IOException {
        CopiedResponse response = new CopiedResponse(behind, 10);
        response.getOutputStream().write(new byte[11]);
        response.getOutputStream().write(1);
        assertThat(response.copy()).isNull();
        assertThat(behind.getContentAsByteArray()).hasSize(12);
    }

    @Test
    void afterAWriteThatFailedThereIsNoCopyAlthoughTheWriterGoesOn() throws IOException {
        Breaking target = new Breaking();
        CopiedResponse response = new CopiedResponse(target, 1_000);
        ServletOutputStream out = response.getOutputStream();
        out.write("half".getBytes(StandardCharsets.UTF_8));
        target.broken = true;
        assertThatThrownBy(() -> out.write("of it".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
        target.broken = false;
        out.write("the end".getBytes(StandardCharsets.UTF_8));
        assertThat(response.copy()).isNull();
    }

    /** Its client goes away, and comes back. */
    private static final class Breaking extends MockHttpServletResponse {
        private boolean broken;

        @Override
        public ServletOutputStream getOutputStream() {
            ServletOutputStream whole = super.getOutputStream();
            return new ServletOutputStream() {
                @Override
                public void write(int one) throws IOException {
                    if (broken) {
                        throw new IOException("broken pipe");
                    }
                    whole.write(one);
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {}
            };
        }
    }
}
