package io.yici.http.client.webhook;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;

/**
 * The signature of a webhook by the Standard Webhooks specification: HMAC-SHA256 over id, time and body, in three
 * headers. Several secrets sign side by side while one is replaced by the next. Stateless.
 */
public final class WebhookSignature {
    /** The header with the message's id, the same on every try. */
    public static final String ID = "webhook-id";

    /** The header with the time of this try, epoch seconds. */
    public static final String TIMESTAMP = "webhook-timestamp";

    /** The header with the signatures, separated by blanks. */
    public static final String SIGNATURE = "webhook-signature";

    private static final String ALGORITHM = "HmacSHA256";
    private static final String VERSION = "v1,";
    private static final int LONGEST_SECONDS = 18;

    private WebhookSignature() {}

    /** The value of {@link #SIGNATURE}: one signature for each secret, the newest first. */
    static String of(List<WebhookSecret> secrets, String id, String timestamp, byte[] body) {
        return secrets.stream()
                .map(secret -> VERSION + Base64.getEncoder().encodeToString(digest(secret, id, timestamp, body)))
                .collect(Collectors.joining(" "));
    }

    /**
     * Whether a received webhook was signed with this secret, not longer ago than {@code tolerance} and not that far in
     * the future. Compares in constant time. A webhook may rightly come again within that time: let an operation with
     * its id as the key make its effect happen once.
     *
     * @param id the value of {@link #ID}
     * @param timestamp the value of {@link #TIMESTAMP}
     * @param signature the value of {@link #SIGNATURE}
     * @param body the bytes as they came, before any parsing
     */
    public static boolean verifies(
            WebhookSecret secret,
            String id,
            String timestamp,
            String signature,
            byte[] body,
            Instant now,
            Duration tolerance) {
        if (!timestamp.matches("\\d{1," + LONGEST_SECONDS + "}")) {
            return false;
        }
        Duration age = Duration.ofSeconds(Math.subtractExact(now.getEpochSecond(), Long.parseLong(timestamp)));
        if (age.abs().compareTo(tolerance) > 0) {
            return false;
        }
        byte[] wanted = (VERSION + Base64.getEncoder().encodeToString(digest(secret, id, timestamp, body)))
                .getBytes(StandardCharsets.UTF_8);
        boolean found = false;
        for (String one : signature.split(" ")) {
            found |= MessageDigest.isEqual(wanted, one.getBytes(StandardCharsets.UTF_8));
        }
        return found;
    }

    private static byte[] digest(WebhookSecret secret, String id, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret.key(ALGORITHM));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }
}
