package io.yici.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.spring.Idempotent;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The HTTP door of the same jar on Spring Boot 3.5, with Tomcat 10.1 and Spring Security 6. */
class HttpDoorTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static ServletWebServerApplicationContext application;

    @BeforeAll
    static void start() {
        application = (ServletWebServerApplicationContext) new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "spring.main.banner-mode=off",
                        "yici.tokens.secrets.test=a secret for tests, 32 bytes and more",
                        "yici.http.routes[sell].token=accepted",
                        "server.address=127.0.0.1",
                        "server.port=0")
                .run();
        application.getBean(JdbcTemplate.class).execute("create table sold (sku varchar(20))");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void aRepeatGetsTheFirstResponseAndOtherContentOrAnotherUserDoesNot() {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> first = sell(key, "{\"sku\":\"TEA\",\"quantity\":1}", "alice");
        HttpResponse<String> again = sell(key, "{ \"quantity\": 1, \"sku\": \"TEA\" }", "alice");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(sell(key, "{\"sku\":\"TEA\",\"quantity\":2}", "alice").statusCode())
                .isEqualTo(422);
        assertThat(sell(key, "{\"sku\":\"TEA\",\"quantity\":1}", "bob").body()).isNotEqualTo(first.body());
    }

    @Test
    void whatIsInvalidOrForbiddenLeavesTheKeyFree() {
        String key = UUID.randomUUID().toString();
        assertThat(sell(key, "{\"sku\":\"TEA\",\"quantity\":0}", "alice").statusCode())
                .isEqualTo(400);
        assertThat(sell(key, "{\"sku\":\"TEA\",\"quantity\":1}", "carol").statusCode())
                .isEqualTo(403);
        assertThat(sell(key, "{\"sku\":\"TEA\",\"quantity\":1}", "alice").statusCode())
                .isEqualTo(201);
    }

    @Test
    void aReplayAsksForTheRightsAgain() {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> first = sell(key, "{\"sku\":\"CUP\",\"quantity\":1}", "dave");
        assertThat(first.statusCode()).isEqualTo(201);
        Desk.daveMaySell = false;
        HttpResponse<String> revoked = sell(key, "{\"sku\":\"CUP\",\"quantity\":1}", "dave");
        assertThat(revoked.statusCode()).isEqualTo(403);
        assertThat(revoked.body()).doesNotContain("CUP");
    }

    @Test
    void theModulesForBrowsersAreServed() {
        HttpResponse<String> module = send("/webjars/yici/forms.js", null, "alice", null);
        assertThat(module.statusCode()).isEqualTo(200);
        assertThat(module.body()).contains("guardForm");
    }

    @Test
    void aKeyIsRequired() {
        HttpResponse<String> refused = send("/sell", "{}", "alice", null);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("\"code\":\"key-missing\"");
        assertThat(refused.headers().firstValue("Link")).contains("</idempotency>; rel=\"describedby\"");
    }

    @Test
    void aTokenIsGoodForItsCallerAlone() {
        String issued =
                send("/idempotency/tokens?operation=sell", null, "alice", null).body();
        String token = issued.replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
        HttpResponse<String> first = sell(token, "{\"sku\":\"TEA\",\"quantity\":1}", "alice");
        assertThat(first.statusCode()).as(issued).isEqualTo(201);
        assertThat(sell(token, "{\"sku\":\"TEA\",\"quantity\":1}", "alice").body())
                .isEqualTo(first.body());
        HttpResponse<String> bobs = sell(token, "{\"sku\":\"TEA\",\"quantity\":1}", "bob");
        assertThat(bobs.statusCode()).isEqualTo(403);
        assertThat(bobs.body()).contains("\"code\":\"token-refused\"");
    }

    private static HttpResponse<String> sell(String key, String json, String user) {
        return send("/sell", json, user, key);
    }

    private static HttpResponse<String> send(String path, @Nullable String json, String user, @Nullable String key) {
        String credentials = Base64.getEncoder().encodeToString((user + ":demo").getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        "http://127.0.0.1:" + application.getWebServer().getPort() + path))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json")
                .GET();
        if (json != null) {
            request.POST(HttpRequest.BodyPublishers.ofString(json));
        }
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableMethodSecurity
    @Import(Desk.class)
    static class Application {
        @Bean
        SecurityFilterChain rules(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(basic -> {})
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            InMemoryUserDetailsManager users = new InMemoryUserDetailsManager();
            for (String name : new String[] {"alice", "bob", "carol", "dave"}) {
                users.createUser(User.withUsername(name)
                        .password("{noop}demo")
                        .roles("USER")
                        .build());
            }
            return users;
        }
    }

    /** What is sold. */
    record Sale(String sku, @Min(1) int quantity) {}

    @RestController
    static class Desk {
        static volatile boolean daveMaySell = true;

        private final AtomicInteger runs = new AtomicInteger();
        private final JdbcTemplate jdbc;

        Desk(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        /** Asked by the rule. */
        public boolean maySell(String user) {
            return user.equals("dave") ? daveMaySell : !user.equals("carol");
        }

        @Idempotent(operation = "sell")
        @PreAuthorize("this.maySell(authentication.name) and #sale.quantity > 0")
        @PostMapping("/sell")
        public ResponseEntity<String> sell(@Valid @RequestBody Sale sale) {
            jdbc.update("insert into sold (sku) values (?)", sale.sku());
            int run = runs.incrementAndGet();
            return ResponseEntity.created(URI.create("/sold/" + run)).body(sale.sku() + " " + run);
        }
    }
}
