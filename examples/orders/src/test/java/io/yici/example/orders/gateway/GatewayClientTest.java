package io.yici.example.orders.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An exchange with the gateway ends in time, whatever the gateway does. */
class GatewayClientTest {
    private static final Duration TIME_OUT = Duration.ofMillis(300);

    /** Else one such answer would hold a request, its lease and the settler up for ever. */
    @Test
    void anAnswerThatBeginsAndNeverEndsIsATimeOut() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (ServerSocket gateway = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> beginAnAnswer(gateway, over));
            GatewayClient client = new GatewayClient(
                    new GatewayAddress(() -> "http://127.0.0.1:" + gateway.getLocalPort(), () -> "http://127.0.0.1:9"),
                    Duration.ofSeconds(5));
            CompletableFuture<GatewayAnswer<Charge>> asked = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.chargeUnder("some-key", TIME_OUT);
                } catch (IOException | InterruptedException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            assertThatThrownBy(() -> asked.get(20, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(HttpTimeoutException.class);
            over.countDown();
            answering.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void whatCannotBeReachedWasNotSent() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        GatewayClient client = new GatewayClient(
                new GatewayAddress(() -> "http://127.0.0.1:" + port, () -> "http://127.0.0.1:9"),
                Duration.ofSeconds(5));
        assertThatThrownBy(() -> client.chargeUnder("some-key", Duration.ofSeconds(5)))
                .isInstanceOf(NotSentException.class);
    }

    private static void beginAnAnswer(ServerSocket gateway, CountDownLatch over) {
        try (Socket caller = gateway.accept();
                BufferedReader request = new BufferedReader(new InputStreamReader(caller.getInputStream(), US_ASCII))) {
            while (!request.readLine().isEmpty()) {
                // up to the end of the head
            }
            caller.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{".getBytes(US_ASCII));
            caller.getOutputStream().flush();
            over.await(30, TimeUnit.SECONDS);
        } catch (IOException | InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }
}
