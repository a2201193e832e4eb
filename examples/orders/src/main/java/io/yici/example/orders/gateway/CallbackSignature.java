package io.yici.example.orders.gateway;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks the header {@code Gateway-Signature: t=<seconds>,v1=<hex>}: HMAC-SHA256 over the time, a dot and the body byte
 * for byte. The time is inside of what is signed, so that a body overheard long ago cannot be sent again. While a
 * secret is changed the gateway may send several {@code v1}; one has to fit. Compares in constant time. Thread-safe.
 */
final class CallbackSignature {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int DIGEST_BYTES = 32;
    private static final int HEADER_LENGTH = 1000;

    private final SecretKeySpec secret;
    private final Duration tolerance;
    private final Clock clock;

    CallbackSignature(String secret, Duration tolerance, Clock clock) {
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /** Whether the gateway signed this body, not long ago. */
    boolean fits(@Nullable String header, byte[] body) {
        if (header == null || header.length() > HEADER_LENGTH) {
            return false;
        }
        String time = null;
        List<byte[]> signatures = new ArrayList<>();
        for (String part : header.split(",", -1)) {
            if (part.startsWith("t=") && time == null) {
                time = part.substring(2);
            } else if (part.startsWith("v1=")) {
                signatures.add(digest(part.substring(3)));
            }
        }
        return time != null && isNow(time) && anyIs(signatures, hmac(time, body));
    }

    private boolean isNow(String time) {
        if (!time.matches("\\d{1,12}")) {
            return false;
        }
        long apart = clock.instant().getEpochSecond() - Long.parseLong(time);
        return Math.abs(apart) <= tolerance.toSeconds();
    }

    /** Looks at all of them, also after one that fits. */
    private static boolean anyIs(List<byte[]> signatures, byte[] expected) {
        boolean found = false;
        for (byte[] signature : signatures) {
            found |= MessageDigest.isEqual(signature, expected);
        }
        return found;
    }

    private byte[] hmac(String time, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }

    /** What cannot be a digest becomes one that fits nothing. */
    private static byte[] digest(String hex) {
        return hex.matches("[0-9a-f]{" + 2 * DIGEST_BYTES + "}")
                ? HexFormat.of().parseHex(hex)
                : new byte[0];
    }
}
