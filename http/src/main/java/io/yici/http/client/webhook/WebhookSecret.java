package io.yici.http.client.webhook;

import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;

/**
 * What sender and receiver of webhooks share: 24 to 64 bytes, written {@code whsec_} and Base64, as the Standard
 * Webhooks specification has it. Never in a message or log. Immutable.
 */
public final class WebhookSecret {
    private static final String PREFIX = "whsec_";
    private static final int SHORTEST = 24;
    private static final int LONGEST = 64;
    private static final int FRESH = 32;

    private final byte[] bytes;

    private WebhookSecret(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads one, with or without its prefix.
     *
     * @throws IllegalArgumentException when it is no Base64 of 24 to 64 bytes; the message does not repeat it
     */
    public static WebhookSecret of(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text);
        } catch (IllegalArgumentException malformed) {
            // Its cause would name signs of the secret.
            throw new IllegalArgumentException("the webhook secret is no Base64 after " + PREFIX);
        }
        if (bytes.length < SHORTEST || bytes.length > LONGEST) {
            throw new IllegalArgumentException(
                    "the webhook secret must have " + SHORTEST + " to " + LONGEST + " bytes, not " + bytes.length);
        }
        return new WebhookSecret(bytes);
    }

    /** A fresh one of 32 random bytes. */
    public static WebhookSecret random() {
        byte[] bytes = new byte[FRESH];
        new SecureRandom().nextBytes(bytes);
        return new WebhookSecret(bytes);
    }

    /** The text to give to the receiver. Secret. */
    public String reveal() {
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    SecretKeySpec key(String algorithm) {
        return new SecretKeySpec(bytes, algorithm);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return PREFIX + "…";
    }
}
