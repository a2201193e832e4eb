package io.yici.spring.http;

import static io.yici.spring.http.Client.isReplay;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Operation;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.OrderTable;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** How requests come to handlers, to other servlets and to exception handling, and which of them are guarded. */
class WaysToTheHandlerTest {
    private static Server server;
    private static Client client;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.SQLITE,
                new Class<?>[] {Beans.class, Desk.class, Early.class, Late.class},
                "yici.http.methods=post,put,delete");
        client = new Client(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void anotherServletWithThePathsOfAGuardedHandlerIsLeftAlone() {
        HttpResponse<String> answer = client.post("/legacy/place", key);
        assertThat(answer.body()).isEqualTo("legacy");
        assertThat(rows()).isEqualTo(1);
        assertThat(client.send("POST", "/legacy/place", "", Map.of()).body()).isEqualTo("legacy");
    }

    @Test
    void whatAnEarlierExceptionResolverRendersIsThrownAllTheSame() {
        for (int run = 0; run < 2; run++) {
            HttpResponse<String> answer = client.post("/fails", key);
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(isReplay(answer)).isFalse();
            assertThat(rows()).isZero();
        }
    }

    @Test
    void aHandlerOfSeveralMethodsDoesNotAnswerOneWithWhatAnotherDid() {
        assertThat(client.send("PUT", "/items/1", "{}", headers()).body()).isEqualTo("PUT");
        assertThat(client.send("DELETE", "/items/1", "{}", headers()).statusCode())
                .isEqualTo(422);
        assertThat(isReplay(client.send("PUT", "/items/1", "{}", headers()))).isTrue();
    }

    @Test
    void aHandlerOfSeveralAddressesDoesNotAnswerAtOneWithWhatWasDoneAtAnother() {
        assertThat(client.post("/approve", key).body()).isEqualTo("/approve");
        assertThat(client.post("/reject", key).statusCode()).isEqualTo(422);
        assertThat(isReplay(client.post("/approve", key))).isTrue();
    }

    @Test
    void jsonInADeclaredCharsetIsComparedByteForByteAndReachesTheHandler() throws IOException {
        Ask ask = Ask.post("/echo")
                .key(key)
                .bytes("application/json;charset=iso-8859-1", new byte[] {'"', (byte) 0xE9, '"'});
        Reply first = Reply.to(ask, server.port());
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(first.text()).isEqualTo("é");
        assertThat(Reply.to(ask, server.port()).header("Idempotent-Replayed")).hasSize(1);
        Ask otherwise = Ask.post("/echo")
                .key(key)
                .bytes("application/json;charset=iso-8859-15", new byte[] {'"', (byte) 0xE9, '"'});
        assertThat(Reply.to(otherwise, server.port()).status()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource({"/orders, several", "/shops/5/orders, several?shop=5", "/shops/5/orders, several?shop=5&unknown=1"})
    void theStatusOfAHandlerWithSeveralPatternsIsLookedForByTheVariablesGiven(String path, String asked) {
        assertThat(client.post(path, key).statusCode()).isEqualTo(200);
        assertThat(client.get("/idempotency/" + asked.replaceFirst("(\\?|$)", "/status$1"), headers())
                        .body())
                .contains("finished");
    }

    @Test
    void anAnnotatedHandlerThatIsMappedAfterTheStartIsNotEnteredUnguarded() throws NoSuchMethodException {
        server.bean(RequestMappingHandlerMapping.class)
                .registerMapping(
                        RequestMappingInfo.paths("/late")
                                .methods(RequestMethod.POST)
                                .build(),
                        server.bean(Late.class),
                        Late.class.getMethod("late"));
        assertThat(client.post("/late", key).statusCode()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data|abc",
                "multipart/form-data; boundary=|abc",
                "multipart/|abc",
                "multipart/form-data; boundary=b|--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nxxx",
                "multipart/form-data; boundary=b|--b\r\nContent-Dis",
                "multipart/form-data; boundary=b|--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\0y\"\r\n\r\n\r\n--b--"
            })
    void aMalformedMultipartIsTheClientsFault(String typeAndBody) throws IOException {
        String[] parts = typeAndBody.split("\\|", 2);
        Reply reply = Reply.to(Ask.post("/place").key(key).body(parts[0], parts[1]), server.port());
        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.text()).contains("request-invalid");
        assertThat(rows()).isZero();
    }

    private int rows() {
        return server.bean(OrderTable.class).rowsOf(key);
    }

    private Map<String, String> headers() {
        return Map.of("Idempotency-Key", key, "Content-Type", "application/json");
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }

        @Bean
        ServletRegistrationBean<Legacy> legacy(OrderTable orders) {
            return new ServletRegistrationBean<>(new Legacy(orders), "/legacy/*");
        }
    }

    @SuppressWarnings("serial")
    static final class Legacy extends HttpServlet {
        private final transient OrderTable orders;

        Legacy(OrderTable orders) {
            this.orders = orders;
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getHeader("Idempotency-Key") != null) {
                orders.insert(request.getHeader("Idempotency-Key"), "TEA");
            }
            response.getWriter().write("legacy");
        }
    }

    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class Early implements HandlerExceptionResolver {
        @Override
        public @Nullable ModelAndView resolveException(
                HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
            if (!(thrown instanceof UnsupportedOperationException)) {
                return null;
            }
            response.setStatus(409);
            return new ModelAndView();
        }
    }

    static class Late {
        @Idempotent(operation = "late")
        @ResponseBody
        public String late() {
            return "late";
        }
    }

    @RestController
    static class Desk {
        private final OrderTable orders;

        Desk(OrderTable orders) {
            this.orders = orders;
        }

        @Idempotent(operation = "place")
        @PostMapping("/place")
        String place() {
            orders.insert(Operation.current().orElseThrow().key(), "TEA");
            return "placed";
        }

        @Idempotent(operation = "fails")
        @PostMapping("/fails")
        String fails() {
            place();
            throw new UnsupportedOperationException("no");
        }

        @Idempotent(operation = "items")
        @RequestMapping(
                path = "/items/{id}",
                method = {RequestMethod.PUT, RequestMethod.DELETE})
        String items(HttpServletRequest request) {
            return request.getMethod();
        }

        @Idempotent(operation = "decide")
        @PostMapping({"/approve", "/reject"})
        String decide(HttpServletRequest request) {
            return request.getRequestURI();
        }

        @Idempotent(operation = "echo")
        @PostMapping("/echo")
        String echo(@RequestBody Object said) {
            return said.toString();
        }

        @Idempotent(operation = "several")
        @PostMapping({"/orders", "/shops/{shop}/orders"})
        String several() {
            return "several";
        }
    }
}
