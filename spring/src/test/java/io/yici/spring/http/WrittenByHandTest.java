package io.yici.spring.http;

import static io.yici.spring.http.Client.isReplay;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Operation;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.OrderTable;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that write their response by the servlet's own means, and what of it is sent, committed and replayed. */
class WrittenByHandTest {
    private static final int LONG = 300_000;

    private static Server server;
    private static Client client;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(TestDatabase.SQLITE, new Class<?>[] {Callers.class, Desk.class});
        client = new Client(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/closes", "/forwards"})
    void aLongAnswerIsSentAndReplayedWholeThoughItsWriterWasClosedOrTheRequestForwarded(String path) {
        HttpResponse<String> first = client.post(path, key);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).hasSize(LONG);
        HttpResponse<String> again = client.post(path, key);
        assertThat(isReplay(again)).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        happened(1);
    }

    @Test
    void whatAnIncludedHandlerWritesIsPartOfTheAnswer() {
        HttpResponse<String> first = client.post("/includes", key);
        assertThat(first.body()).hasSize(LONG + 2).startsWith("<x").endsWith("x>");
        assertThat(client.post("/includes", key).body()).isEqualTo(first.body());
        happened(1);
    }

    @Test
    void aSuccessThatIsSentAsAnErrorForItsReasonIsCommittedAndReplayed() {
        assertThat(client.post("/reason", key).statusCode()).isEqualTo(201);
        HttpResponse<String> again = client.post("/reason", key);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(isReplay(again)).isTrue();
        happened(1);
    }

    @Test
    void whatComesAfterARedirectIsNoPartOfTheAnswer() {
        HttpResponse<String> first = client.post("/redirects", key);
        assertThat(first.statusCode()).isEqualTo(302);
        assertThat(first.headers().firstValue("Location")).contains("/orders/7");
        assertThat(first.body()).isEmpty();
        happened(1);
    }

    @Test
    void aCookieThatTheContainerRefusesMakesNoFailureOfWhatIsCommitted() {
        assertThat(client.post("/cookie", key).statusCode()).isEqualTo(200);
        assertThat(isReplay(client.post("/cookie", key))).isTrue();
        happened(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lines/set", "/lines/add", "/lines/redirect"})
    void aHeaderOfTwoLinesFailsBeforeAnythingIsCommitted(String path) {
        HttpResponse<String> answer = client.post(path, key);
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Injected")).isEmpty();
        happened(0);
    }

    private void happened(int times) {
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isEqualTo(times);
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    @RestController
    static class Desk {
        private static final String TWO_LINES = "/a\r\nInjected: yes";

        private final OrderTable orders;

        Desk(OrderTable orders) {
            this.orders = orders;
        }

        private void place() {
            orders.insert(Operation.current().orElseThrow().key(), "TEA");
        }

        @Idempotent(operation = "closes")
        @PostMapping("/closes")
        void closes(HttpServletResponse response) throws IOException {
            place();
            response.setContentType("text/plain");
            try (PrintWriter writer = response.getWriter()) {
                writer.write("x".repeat(LONG));
            }
        }

        @Idempotent(operation = "forwards")
        @PostMapping("/forwards")
        void forwards(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
            place();
            request.getRequestDispatcher("/page").forward(request, response);
        }

        @Idempotent(operation = "includes")
        @PostMapping("/includes")
        void includes(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
            place();
            response.setContentType("text/plain");
            response.getWriter().write("<");
            request.getRequestDispatcher("/page").include(request, response);
            response.getWriter().write(response.encodeURL(">"));
        }

        @PostMapping("/page")
        void page(HttpServletResponse response) throws IOException {
            response.getWriter().write("x".repeat(LONG));
        }

        @Idempotent(operation = "reason")
        @PostMapping("/reason")
        @ResponseStatus(code = HttpStatus.CREATED, reason = "made")
        void reason() {
            place();
        }

        @Idempotent(operation = "redirects")
        @PostMapping("/redirects")
        void redirects(HttpServletResponse response) throws IOException {
            place();
            response.getWriter().write("before");
            response.sendRedirect("/orders/7");
            response.setStatus(500);
            response.getWriter().write("after");
        }

        @Idempotent(operation = "cookie")
        @PostMapping("/cookie")
        String cookie(HttpServletResponse response) {
            place();
            response.addCookie(new Cookie("greeting", "hello world"));
            return "done";
        }

        @Idempotent(operation = "lines.set")
        @PostMapping("/lines/set")
        void set(HttpServletResponse response) {
            place();
            response.setHeader("Location", TWO_LINES);
        }

        @Idempotent(operation = "lines.add")
        @PostMapping("/lines/add")
        void add(HttpServletResponse response) {
            place();
            response.addHeader("Link", TWO_LINES);
        }

        @Idempotent(operation = "lines.redirect")
        @PostMapping("/lines/redirect")
        void redirect(HttpServletResponse response) throws IOException {
            place();
            response.sendRedirect(TWO_LINES);
        }
    }
}
