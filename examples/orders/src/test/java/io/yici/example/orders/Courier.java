package io.yici.example.orders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Brings callbacks to the service: the gateway's, forged ones, and ones the gateway would never send. */
final class Courier {
    static final String SECRET = "gateway-demo-secret";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final int port;

    Courier(int port) {
        this.port = port;
    }

    static String event(String eventId, String type, String key, String subject, long cents) {
        String member = type.startsWith("refund") ? "refundId" : "chargeId";
        return "{\"eventId\":\"" + eventId + "\",\"type\":\"" + type + "\",\"key\":\"" + key + "\",\"" + member
                + "\":\"" + subject + "\",\"orderNo\":\"o\",\"amountCents\":" + cents + ",\"at\":1}";
    }

    /** As the gateway signs it, now. */
    Answer deliver(String body) {
        return deliver(body, signature(SECRET, Instant.now().getEpochSecond(), body));
    }

    Answer deliver(String body, @Nullable String signature) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/callbacks/payments"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (signature != null) {
            request.header("Gateway-Signature", signature);
        }
        try {
            return Answer.of(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    static String signature(String secret, long seconds, String body) {
        return "t=" + seconds + ",v1=" + hmac(secret, seconds + "." + body);
    }

    static String hmac(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
