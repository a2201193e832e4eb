package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A client that hangs up while the handler runs finds the answer when it comes back. Vector 30, case B06. */
class HangUpTest {
    private static Server server;
    private static Wire wire;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(TestDatabase.SQLITE, new Class<?>[] {Desk.class, Callers.class}, "yici.waits-for=20s");
        wire = new Wire(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A reset is seen by a server that still writes; the long answer does not fit into the socket's buffers. */
    @ParameterizedTest
    @CsvSource({
        "orders,short,false",
        "orders,short,true",
        "orders,long,false",
        "orders,long,true",
        "payments,short,false",
        "payments,short,true",
        "payments,long,false",
        "payments,long,true"
    })
    void theWorkIsDoneAndRecordedAndTheRetryReplayed30(String path, String length, boolean reset) throws Exception {
        Desk desk = server.bean(Desk.class);
        String body = "{\"id\":\"" + key + "\"}";
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            if (reset) {
                socket.setSoLinger(true, 0);
            }
            send(socket, "/" + path + "/" + length, body);
            assertThat(desk.inside(key).await(20, TimeUnit.SECONDS)).isTrue();
        }
        desk.released(key).countDown();
        for (int again = 0; again < 2; again++) {
            Wire.Reply retry = wire.post("/" + path + "/" + length, key, body);
            assertThat(retry.status()).as("%s", retry.headers()).isEqualTo(200);
            assertThat(retry.isReplay()).isTrue();
            assertThat(retry.text()).isEqualTo(Desk.answer(key, length));
        }
        assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(1);
    }

    private void send(Socket socket, String path, String body) throws IOException {
        socket.getOutputStream()
                .write(("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + key
                                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.US_ASCII));
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    record Asked(String id) {}

    @RestController
    static class Desk {
        private final Ledger ledger;
        private final Map<String, CountDownLatch> inside = new ConcurrentHashMap<>();
        private final Map<String, CountDownLatch> released = new ConcurrentHashMap<>();

        Desk(Ledger ledger) {
            this.ledger = ledger;
        }

        CountDownLatch inside(String id) {
            return inside.computeIfAbsent(id, unseen -> new CountDownLatch(1));
        }

        CountDownLatch released(String id) {
            return released.computeIfAbsent(id, unseen -> new CountDownLatch(1));
        }

        static String answer(String id, String length) {
            return id.repeat(length.equals("long") ? 30_000 : 1);
        }

        @Idempotent(operation = "order")
        @PostMapping("/orders/{length}")
        String order(@RequestBody Asked order, @PathVariable String length) throws Exception {
            return done(order.id(), length);
        }

        @Idempotent(operation = "pay", external = true)
        @PostMapping("/payments/{length}")
        String pay(@RequestBody Asked payment, @PathVariable String length) throws Exception {
            return done(payment.id(), length);
        }

        private String done(String id, String length) throws InterruptedException {
            ledger.ran(id);
            inside(id).countDown();
            assertThat(released(id).await(20, TimeUnit.SECONDS)).isTrue();
            return answer(id, length);
        }
    }
}
