package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

class FirstLightTest {
    @Test
    void aRepeatGetsTheFirstAnswer() throws Exception {
        try (Server server = Server.start(TestDatabase.SQLITE, new Class<?>[] {Desk.class, Callers.class})) {
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(server.uri("/orders"))
                    .header("Idempotency-Key", "k1")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"sku\":\"TEA\"}"))
                    .build();
            HttpResponse<String> first = client.send(request, HttpResponse.BodyHandlers.ofString());
            System.err.println(first + " " + first.headers() + first.body());
            HttpResponse<String> second = client.send(request, HttpResponse.BodyHandlers.ofString());
            System.err.println(second + " " + second.headers() + second.body());
            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(second.statusCode()).isEqualTo(201);
            assertThat(second.body()).isEqualTo(first.body());
            HttpRequest keyless = HttpRequest.newBuilder(server.uri("/orders"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"sku\":\"TEA\"}"))
                    .build();
            HttpResponse<String> third = client.send(keyless, HttpResponse.BodyHandlers.ofString());
            System.err.println(third + " " + third.headers() + third.body());
            assertThat(third.statusCode()).isEqualTo(400);
        }
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
        private final JdbcTemplate jdbc;

        Desk(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(operation = "order.create")
        @PostMapping("/orders")
        ResponseEntity<Map<String, String>> place(@RequestBody Map<String, String> order) {
            String number = UUID.randomUUID().toString();
            jdbc.update("insert into orders (order_key, sku) values (?, ?)", number, order.get("sku"));
            return ResponseEntity.created(URI.create("/orders/" + number)).body(Map.of("orderNo", number));
        }
    }
}
