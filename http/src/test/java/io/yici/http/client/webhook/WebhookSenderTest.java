package io.yici.http.client.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.http.client.webhook.Receiver.Post;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhookSenderTest {
    private static final WebhookSecret SECRET = WebhookSecret.random();
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final List<AutoCloseable> closing = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : closing) {
            each.close();
        }
    }

    @Test
    void theReceiverGetsTheMessageUnderItsIdAndCanCheckWhoSentIt() throws Exception {
        Receiver receiver = receiver();
        WebhookSender sender = sender(receiver.uri());

        assertThat(send(sender, message("m-1"))).isInstanceOf(SendResult.Delivered.class);

        Post post = receiver.posts().get(0);
        assertThat(post.key()).isEqualTo("\"m-1\"");
        assertThat(post.id()).isEqualTo("m-1");
        assertThat(post.body()).isEqualTo("{\"n\":1}".getBytes(UTF_8));
        assertThat(post.contentType()).isEqualTo("application/json");
        assertThat(post.type()).isEqualTo("order.placed");
        assertThat(verifies(post, Instant.now())).isTrue();
    }

    @Test
    void everyTryHasTheSameKeyAndAFreshTime() throws Exception {
        Receiver receiver = receiver().answering(500, 503);
        Clock first = Clock.fixed(Instant.ofEpochSecond(1_700_000_000), ZoneOffset.UTC);
        Clock later = Clock.fixed(Instant.ofEpochSecond(1_700_000_900), ZoneOffset.UTC);

        send(closed(WebhookSender.to(to(receiver.uri()), TIMEOUT, 1, first)), message("m-1"));
        send(closed(WebhookSender.to(to(receiver.uri()), TIMEOUT, 1, later)), message("m-1"));
        send(closed(WebhookSender.to(to(receiver.uri()), TIMEOUT, 1, later)), message("m-1"));

        assertThat(receiver.posts())
                .extracting(Post::key)
                .containsOnly("\"m-1\"")
                .hasSize(3);
        assertThat(receiver.posts())
                .extracting(Post::timestamp)
                .containsExactly("1700000000", "1700000900", "1700000900");
        assertThat(receiver.posts()).allMatch(post -> verifies(post, Instant.ofEpochSecond(1_700_000_900 - 300)));
    }

    @Test
    void anEndpointThatTakesNothingNowBurnsNoTry() throws Exception {
        assertThat(send(sender(receiver().answering(429).uri()), message("m-1")))
                .isInstanceOf(SendResult.Unreachable.class);
        assertThat(send(sender(receiver().answering(503).uri()), message("m-1")))
                .isInstanceOf(SendResult.Unreachable.class);
        assertThat(send(sender(nobody()), message("m-1"))).isInstanceOf(SendResult.Unreachable.class);
    }

    @Test
    void theTimeAnEndpointAsksForIsPassedOn() throws Exception {
        String inAMinute = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(60));
        for (int status : List.of(429, 503)) {
            assertThat(after(receiver().answering(status).saying("Retry-After", "7")))
                    .isEqualTo(Duration.ofSeconds(7));
            assertThat(after(receiver().answering(status).saying("Retry-After", inAMinute)))
                    .isBetween(Duration.ofSeconds(50), Duration.ofSeconds(61));
            assertThat(after(receiver().answering(status).saying("Retry-After", "999999999")))
                    .isEqualTo(Duration.ofHours(1));
            assertThat(after(receiver().answering(status).saying("Retry-After", "soon")))
                    .isZero();
            assertThat(after(receiver().answering(status))).isZero();
        }
    }

    private Duration after(Receiver receiver) throws Exception {
        SendResult result = send(sender(receiver.uri()), message("m-1"));
        assertThat(result).isInstanceOf(SendResult.Unreachable.class);
        return ((SendResult.Unreachable) result).after();
    }

    @Test
    void aRefusalKeepsTheTimeItIsGivenToo() throws Exception {
        for (int status : List.of(409, 500, 502)) {
            assertThat(send(
                            sender(receiver()
                                    .answering(status)
                                    .saying("Retry-After", "7")
                                    .uri()),
                            message("m-1")))
                    .isInstanceOfSatisfying(
                            SendResult.Refused.class,
                            refused -> assertThat(refused.after()).isEqualTo(Duration.ofSeconds(7)));
        }
    }

    @Test
    void whateverElseIsNoSuccessCountsAsATryOfTheMessage() throws Exception {
        for (int status : List.of(301, 307, 400, 401, 404, 409, 410, 422, 500, 502, 504)) {
            Receiver receiver = receiver().answering(status);

            assertThat(send(sender(receiver.uri()), message("m-1")))
                    .isInstanceOfSatisfying(
                            SendResult.Refused.class,
                            refused -> assertThat(refused.reason()).contains(Integer.toString(status)));
            assertThat(receiver.posts())
                    .as("no redirect followed after %s", status)
                    .hasSize(1);
        }
    }

    @Test
    void anAnswerThatDoesNotComeInTimeCountsAsATry() throws Exception {
        Receiver receiver = receiver().answering(Receiver.SILENCE);
        WebhookSender sender = closed(WebhookSender.to(to(receiver.uri()), Duration.ofMillis(300), 1));

        assertThat(send(sender, message("m-1"))).isInstanceOf(SendResult.Refused.class);
    }

    @Test
    void aSlowDestinationKeepsNoOtherWaiting() throws Exception {
        Receiver slow = receiver().answering(Receiver.SILENCE);
        Receiver quick = receiver();
        WebhookSender sender = closed(WebhookSender.to(
                destination ->
                        Optional.of(WebhookEndpoint.at((destination.equals("slow") ? slow : quick).uri(), SECRET)),
                TIMEOUT,
                1));

        CompletionStage<SendResult> hangs = sender.send(message("m-1", "slow", Map.of()));
        SendResult result = send(sender, message("m-2", "quick", Map.of()));

        assertThat(result).isInstanceOf(SendResult.Delivered.class);
        assertThat(hangs.toCompletableFuture()).isNotDone();
    }

    @Test
    void whatCouldNotBeSentInItsTimeIsNotSentAndBurnsNoTry() throws Exception {
        Receiver receiver = receiver().answering(Receiver.SILENCE);
        WebhookSender sender = closed(WebhookSender.to(to(receiver.uri()), Duration.ofMillis(300), 1));

        CompletionStage<SendResult> hangs = sender.send(message("m-1"));
        SendResult waited = send(sender, message("m-2"));

        assertThat(hangs.toCompletableFuture().get(10, TimeUnit.SECONDS)).isInstanceOf(SendResult.Refused.class);
        assertThat(waited).isInstanceOf(SendResult.Unreachable.class);
        assertThat(receiver.posts()).extracting(Post::id).containsExactly("m-1");
    }

    @Test
    void aDestinationWithoutEndpointFailsByName() throws Exception {
        WebhookSender sender = closed(WebhookSender.to(destination -> Optional.empty()));

        assertThat(send(sender, message("m-1")))
                .isInstanceOfSatisfying(
                        SendResult.Refused.class,
                        refused -> assertThat(refused.reason()).contains("webhook:shop"));
    }

    @Test
    void headersOfAMessageCannotReplaceOurs() throws Exception {
        Receiver receiver = receiver();
        Map<String, String> headers = Map.of(
                "idempotency-key", "\"forged\"", "Webhook-Id", "forged", "Content-Type", "text/plain", "Host", "x");

        send(sender(receiver.uri()), message("m-1", "webhook:shop", headers));

        Post post = receiver.posts().get(0);
        assertThat(post.key()).isEqualTo("\"m-1\"");
        assertThat(post.id()).isEqualTo("m-1");
        assertThat(post.contentType()).isEqualTo("application/json");
    }

    private static boolean verifies(Post post, Instant now) {
        return WebhookSignature.verifies(
                SECRET, post.id(), post.timestamp(), post.signature(), post.body(), now, Duration.ofMinutes(10));
    }

    private Receiver receiver() {
        return closed(new Receiver());
    }

    private WebhookSender sender(String uri) {
        return closed(WebhookSender.to(to(uri), TIMEOUT, 4));
    }

    private static WebhookEndpoints to(String uri) {
        return destination -> Optional.of(WebhookEndpoint.at(uri, SECRET));
    }

    /** An address where nobody listens. */
    private static String nobody() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/hooks";
        }
    }

    private static SendResult send(WebhookSender sender, StoredMessage message) throws Exception {
        return sender.send(message).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private static StoredMessage message(String id) {
        return message(id, "webhook:shop", Map.of("Event-Type", "order.placed"));
    }

    private static StoredMessage message(String id, String destination, Map<String, String> headers) {
        return new StoredMessage(
                1, id, destination, null, "application/json", headers, "{\"n\":1}".getBytes(UTF_8), 0, 0);
    }

    private <T extends AutoCloseable> T closed(T opened) {
        closing.add(opened);
        return opened;
    }
}
