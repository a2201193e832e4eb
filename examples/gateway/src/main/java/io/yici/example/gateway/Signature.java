package io.yici.example.gateway;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs callbacks: the time is signed too, so that an old callback cannot be sent again as a new one. */
final class Signature {
    private final SecretKeySpec secret;
    private final Clock clock;

    Signature(String secret, Clock clock) {
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
        this.clock = clock;
    }

    /** The value of {@code Gateway-Signature} for this body, sent now. */
    String of(String body) {
        long seconds = clock.instant().getEpochSecond();
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            byte[] digest = mac.doFinal((seconds + "." + body).getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has HmacSHA256", missing);
        }
    }
}
