package io.yici.guard;

import io.yici.Operation;
import io.yici.guard.TokenCheck.Reason;
import io.yici.internal.Digests;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Issues and verifies form tokens: idempotency keys that a server signed for one caller and one operation, with their
 * issue time inside. Nothing is stored to issue one; nobody can forge one, give it to another caller, or use it for
 * another operation.
 *
 * <p>The signature is HMAC-SHA256 (RFC 2104) over version, id of the secret, caller, operation, issue time and a nonce
 * of 128 bits. A token is 82 to 123 ASCII letters, digits, {@code . - _} long, so that it passes as a bare
 * {@code Idempotency-Key} header, in a form and in a JSON text. Issue times and ages are by this process's clock; a
 * wrong one makes tokens live shorter or longer, or be refused, and never makes anything run twice. Thread-safe.
 */
public final class FormTokens {
    private static final String PREFIX = "yt1.";
    private static final String DOMAIN = "yici-token-1";
    private static final int NONCE_BYTES = 16;
    private static final int MAC_BYTES = 32;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final Map<String, SecretKeySpec> secrets;
    private final String signing;
    private final Duration timeToLive;
    private final Duration allowedSkew;
    private final Clock clock;
    private final RandomGenerator random;

    FormTokens(FormTokensBuilder settings) {
        this.secrets = Map.copyOf(settings.secrets);
        this.signing = settings.signing;
        this.timeToLive = settings.timeToLive;
        this.allowedSkew = settings.allowedSkew;
        this.clock = settings.clock;
        this.random = settings.random;
    }

    /**
     * Starts with the secret that signs new tokens.
     *
     * @param id 1 to 32 ASCII letters, digits, {@code -} and {@code _}; it is part of each token
     * @param secret random bytes, at least 32; the same on every node
     */
    public static FormTokensBuilder signedBy(String id, byte[] secret) {
        return new FormTokensBuilder(id, secret);
    }

    /** The same with a secret that is kept as text, whose UTF-8 bytes it is. */
    public static FormTokensBuilder signedBy(String id, String secret) {
        return signedBy(id, secret.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a key has the look of a token: such a key is never taken as a client's own where tokens are. */
    public static boolean looksLikeToken(String key) {
        return key.startsWith(PREFIX);
    }

    /**
     * Issues a token to a caller for one use of an operation.
     *
     * @throws io.yici.InvalidOperationException when there can be no such operation or caller
     */
    public String issue(String operation, String caller) {
        Operation.named(operation).by(caller);
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] id = signing.getBytes(StandardCharsets.US_ASCII);
        long issuedAt = clock.millis();
        Content content = new Content(signing, issuedAt, nonce, new byte[MAC_BYTES]);
        ByteBuffer bytes = ByteBuffer.allocate(1 + id.length + Long.BYTES + NONCE_BYTES + MAC_BYTES)
                .put((byte) id.length)
                .put(id)
                .putLong(issuedAt)
                .put(nonce)
                .put(signature(content, operation, caller));
        return PREFIX + ENCODER.encodeToString(bytes.array());
    }

    /**
     * Tells what a text is that a caller gave as a token for an operation. Compares in constant time.
     *
     * @throws io.yici.InvalidOperationException when there can be no such operation or caller
     */
    public TokenCheck verify(String operation, String caller, String token) {
        Operation.named(operation).by(caller);
        Content content = content(token);
        if (content == null) {
            return new TokenCheck.Refused(Reason.MALFORMED);
        }
        if (!secrets.containsKey(content.secret())) {
            return new TokenCheck.Refused(Reason.SECRET_UNKNOWN);
        }
        if (!MessageDigest.isEqual(signature(content, operation, caller), content.mac())) {
            return new TokenCheck.Refused(Reason.NOT_YOURS);
        }
        return judged(Instant.ofEpochMilli(content.issuedAt()));
    }

    private TokenCheck judged(Instant issuedAt) {
        Instant now = clock.instant();
        Instant expiresAt = issuedAt.plus(timeToLive);
        if (issuedAt.isAfter(now.plus(allowedSkew))) {
            return new TokenCheck.Refused(Reason.FROM_THE_FUTURE);
        }
        return now.isBefore(expiresAt)
                ? new TokenCheck.Valid(issuedAt, expiresAt)
                : new TokenCheck.Expired(issuedAt, expiresAt);
    }

    /**
     * Until when a token that was issued here may be used for the first time.
     *
     * @throws IllegalArgumentException when it has not the form of a token; its signature is not looked at
     */
    public Instant expiryOf(String token) {
        Content content = content(token);
        if (content == null) {
            throw new IllegalArgumentException("token has not the form of one");
        }
        return Instant.ofEpochMilli(content.issuedAt()).plus(timeToLive);
    }

    /** How long a token may be used for the first time. */
    public Duration timeToLive() {
        return timeToLive;
    }

    /**
     * Longest real time between the first and the last moment at which nodes take one token as valid: a record must
     * answer or refuse for at least as long.
     */
    public Duration longestLife() {
        return timeToLive.plus(allowedSkew.multipliedBy(2));
    }

    /** The id of the secret that signs, and those of all; never a secret. */
    @Override
    public String toString() {
        return "FormTokens[signing " + signing + ", verifying " + new TreeSet<>(secrets.keySet()) + "]";
    }

    private byte[] signature(Content content, String operation, String caller) {
        try {
            Mac mac = Mac.getInstance(FormTokensBuilder.ALGORITHM);
            mac.init(secrets.get(content.secret()));
            return mac.doFinal(Digests.framed(
                    DOMAIN,
                    content.secret(),
                    caller,
                    operation,
                    Long.toString(content.issuedAt()),
                    HexFormat.of().formatHex(content.nonce())));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + FormTokensBuilder.ALGORITHM, impossible);
        }
    }

    /** Takes a token apart; null when it has not the one form a token has. */
    private static @Nullable Content content(String token) {
        if (!looksLikeToken(token) || token.length() > Operation.KEY_BYTES) {
            return null;
        }
        String text = token.substring(PREFIX.length());
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
        // The last character may hold bits that decoding drops: another text for the same bytes is another key.
        if (!ENCODER.encodeToString(bytes).equals(text) || bytes.length < 1) {
            return null;
        }
        int idLength = bytes[0];
        if (idLength < 1 || bytes.length != 1 + idLength + Long.BYTES + NONCE_BYTES + MAC_BYTES) {
            return null;
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
        byte[] id = new byte[idLength];
        byte[] nonce = new byte[NONCE_BYTES];
        byte[] mac = new byte[MAC_BYTES];
        rest.get(id);
        long issuedAt = rest.getLong();
        rest.get(nonce).get(mac);
        return new Content(new String(id, StandardCharsets.US_ASCII), issuedAt, nonce, mac);
    }

    /** What a token is made of. */
    private record Content(String secret, long issuedAt, byte[] nonce, byte[] mac) {}
}
