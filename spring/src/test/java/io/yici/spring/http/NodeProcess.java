package io.yici.spring.http;

import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.OrderTable;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * A node in a process of its own: says its port, and then each point it was asked to stop at when it has come there,
 * until its input ends or it is killed. Every effect is a line in a file, outside of every transaction.
 */
final class NodeProcess {
    /** Names where a request is to stop for ever. */
    static final String STOP = "X-Stop";

    private NodeProcess() {}

    /** Settings as {@code name=value}, among them {@code node.ledger}. */
    public static void main(String[] settings) throws IOException {
        ServletWebServerApplicationContext context = (ServletWebServerApplicationContext)
                new SpringApplicationBuilder(Server.Application.class, Parts.class, Desk.class)
                        .web(WebApplicationType.SERVLET)
                        .properties(settings)
                        .run();
        say("PORT " + Objects.requireNonNull(context.getWebServer()).getPort());
        while (System.in.read() >= 0) {
            // whoever started it is still there
        }
        Runtime.getRuntime().halt(0);
    }

    private static void say(String line) {
        System.out.println("NODE " + line);
        System.out.flush();
    }

    private static void stopIf(boolean asked, String point) {
        if (asked) {
            say(point);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Parts {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }

        /** Stops when the first sign of an answer leaves the guard. */
        @Bean
        FilterRegistrationBean<Filter> stopBeforeTheResponse() {
            return new FilterRegistrationBean<>((request, response, chain) -> {
                boolean asked = "RESPONSE".equals(((HttpServletRequest) request).getHeader(STOP));
                chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                    @Override
                    public void setStatus(int status) {
                        stopIf(asked, "RESPONSE");
                        super.setStatus(status);
                    }
                });
            });
        }
    }

    record Asked(String id) {}

    @RestController
    static class Desk {
        private final OrderTable orders;
        private final Path ledger;
        private volatile CountDownLatch released = new CountDownLatch(1);

        Desk(OrderTable orders, @Value("${node.ledger}") Path ledger) {
            this.orders = orders;
            this.ledger = ledger;
        }

        @PostMapping("/release")
        void release() {
            released.countDown();
            released = new CountDownLatch(1);
        }

        @Idempotent(operation = "place")
        @PostMapping("/orders")
        ResponseEntity<Map<String, String>> place(
                @RequestBody Asked order, @RequestHeader(name = STOP, required = false) String stop) throws Exception {
            CountDownLatch until = released;
            orders.insert(order.id(), "TEA-1");
            stopIf("INSIDE".equals(stop), "INSIDE");
            enter(order.id());
            if ("RELEASE".equals(stop)) {
                say("WAITING");
                until.await();
            }
            return answer();
        }

        @Idempotent(operation = "pay", external = true)
        @PostMapping("/payments")
        ResponseEntity<Map<String, String>> pay(
                @RequestBody Asked payment, @RequestHeader(name = STOP, required = false) String stop)
                throws Exception {
            enter(payment.id());
            stopIf("INSIDE".equals(stop), "INSIDE");
            return answer();
        }

        private void enter(String effect) throws IOException {
            Files.writeString(ledger, effect + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        private static ResponseEntity<Map<String, String>> answer() {
            return ResponseEntity.status(201)
                    .body(Map.of("number", UUID.randomUUID().toString()));
        }
    }
}
