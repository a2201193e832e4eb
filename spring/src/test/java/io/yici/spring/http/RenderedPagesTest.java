package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.IdempotencyException;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenUse;
import io.yici.http.Problem;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.config.annotation.ViewResolverRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.support.RequestContextUtils;
import org.springframework.web.servlet.view.AbstractView;
import org.springframework.web.servlet.view.BeanNameViewResolver;

/**
 * What pages that the server renders need of it: a token in a hidden field, the modules, and refusals that are pages.
 */
@SuppressWarnings("NullAway.Init") // opened before all
class RenderedPagesTest {
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";
    private static final Pattern FIELD = Pattern.compile(
            "<input type=\"hidden\" name=\"_idempotency_key\" value=\"(yt1\\.[\\w-]+)\" data-issued-at=\"" + TIME
                    + "\" data-expires-at=\"" + TIME + "\">");

    private static Server server;
    private static Client client;
    private static Ledger ledger;

    private final String order = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.H2,
                new Class<?>[] {Beans.class, Pages.class, Views.class},
                "server.servlet.jsp.registered=true");
        client = new Client(server);
        ledger = server.bean(Ledger.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aHandlerFindsTheIssuerInItsRequest() {
        assertOneOrderFrom("/page");
    }

    /** Compiled and run by a JSP engine, whose expression language finds the issuer by its name. */
    @Test
    void aJspFindsTheIssuerInItsRequest() {
        HttpResponse<String> page = assertOneOrderFrom("/jsp");
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
        assertThat(page.body()).startsWith("\n<!DOCTYPE html>").contains("<input name=\"order\" value=\"茶\">");
    }

    @ParameterizedTest
    @ValueSource(strings = {"forms.js", "guard.js", "index.js", "intent.js", "fetch.js", "timing.js"})
    void theModulesForBrowsersAreServed(String module) {
        HttpResponse<String> served = client.get("/webjars/yici/" + module, Map.of());
        assertThat(served.statusCode()).isEqualTo(200);
        assertThat(served.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/javascript");
        assertThat(served.body()).containsPattern("(?m)^(import|export) ");
    }

    /** A page that the application's exception handling has chosen: for browsers, beside the problems of programs. */
    @Test
    void aRefusalMayBeAPage() {
        HttpResponse<String> page = send(Map.of("Accept", "text/html,*/*;q=0.8", "Accept-Language", "zh"), "");
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(page.body()).isEqualTo("<h1>key-missing zh</h1>");
        HttpResponse<String> problem = send(Map.of(), "");
        assertThat(problem.statusCode()).isEqualTo(400);
        assertThat(problem.body()).contains("\"code\":\"key-missing\"");
        assertThat(ledger.runsOf(order)).isZero();
    }

    private HttpResponse<String> assertOneOrderFrom(String path) {
        HttpResponse<String> page = client.get(path, Map.of("X-User", "alice"));
        Matcher field = FIELD.matcher(page.body());
        assertThat(field.find()).as(page.body()).isTrue();
        HttpResponse<String> first = send(Map.of(), "&_idempotency_key=" + field.group(1));
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(Client.isReplay(send(Map.of(), "&_idempotency_key=" + field.group(1))))
                .isTrue();
        assertThat(ledger.runsOf(order)).isOne();
        return page;
    }

    private HttpResponse<String> send(Map<String, String> headers, String key) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "application/x-www-form-urlencoded");
        all.put("X-User", "alice");
        return client.send("POST", "/form", "order=" + order + key, all);
    }

    @Controller
    static class Pages {
        private final Ledger ledger;

        Pages(Ledger ledger) {
            this.ledger = ledger;
        }

        @GetMapping("/page")
        @ResponseBody
        String page(@RequestAttribute(name = TokenIssuer.ATTRIBUTE) TokenIssuer tokens) {
            return tokens.issue("order.form").hiddenField();
        }

        @GetMapping("/jsp")
        String jsp() {
            return "order";
        }

        @Idempotent(operation = "order.form", token = TokenUse.REQUIRED)
        @PostMapping("/form")
        @ResponseBody
        String form(@RequestParam(name = "order") String order) {
            ledger.ran(order);
            return order;
        }
    }

    @Configuration
    static class Views implements WebMvcConfigurer {
        @Override
        public void configureViewResolvers(ViewResolverRegistry registry) {
            registry.viewResolver(new BeanNameViewResolver());
            registry.jsp("/WEB-INF/jsp/", ".jsp");
        }

        @Override
        public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
            resolvers.add(0, (request, response, handler, thrown) -> {
                String accept = request.getHeader("Accept");
                if (accept == null
                        || !accept.contains("text/html")
                        || !(thrown instanceof IdempotencyException refusal)) {
                    return null;
                }
                Problem problem = Problem.of(refusal);
                return new ModelAndView(
                        "refused", Map.of("code", problem.code()), HttpStatus.valueOf(problem.status()));
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        CallerResolver callers() {
            return new HeaderCaller();
        }

        @Bean
        FormTokens tokens() {
            return FormTokens.signedBy("test", "a secret for tests, 32 bytes and more")
                    .build();
        }

        @Bean
        View refused() {
            return new AbstractView() {
                @Override
                protected void renderMergedOutputModel(
                        Map<String, Object> model, HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    response.setContentType("text/html");
                    response.getWriter()
                            .print("<h1>" + model.get("code") + " " + RequestContextUtils.getLocale(request) + "</h1>");
                }
            };
        }
    }
}
