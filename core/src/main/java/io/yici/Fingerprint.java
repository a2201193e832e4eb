package io.yici;

import io.yici.internal.Digests;
import io.yici.internal.Text;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A versioned hash of what was asked; tells whether a repeat asks for the same.
 *
 * <p>It is never the identity: two equal requests under two keys are two operations. The stored form is one algorithm
 * byte followed by the digest, so that a record written by an older version is compared with its own algorithm.
 * Immutable.
 */
public final class Fingerprint {
    /** Algorithm byte of SHA-256 over the canonical content, the only one written so far. */
    public static final byte SHA_256 = 1;

    private static final Fingerprint UNCHECKED = new Fingerprint(null);

    private final byte @Nullable [] digest;

    private Fingerprint(byte @Nullable [] digest) {
        this.digest = digest;
    }

    /** Fingerprints content that is already in a canonical form. */
    public static Fingerprint of(byte[] canonical) {
        return new Fingerprint(Digests.of(canonical));
    }

    /**
     * Fingerprints text by its UTF-8 bytes; it is not normalised.
     *
     * @throws InvalidOperationException for a text with lone surrogates, which have no bytes of their own
     */
    public static Fingerprint of(String text) {
        if (!Text.isWellFormed(text)) {
            throw new InvalidOperationException("the request to be fingerprinted is not well-formed Unicode");
        }
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Declares that repeats are not compared: any content under the same key gets the first answer. */
    public static Fingerprint unchecked() {
        return UNCHECKED;
    }

    /** The form to store, or null when unchecked. */
    public byte @Nullable [] stored() {
        if (digest == null) {
            return null;
        }
        byte[] stored = new byte[digest.length + 1];
        stored[0] = SHA_256;
        System.arraycopy(digest, 0, stored, 1, digest.length);
        return stored;
    }

    /**
     * Whether this request is the one whose fingerprint was stored. Unchecked on either side agrees.
     *
     * @throws IllegalArgumentException when the stored form uses an algorithm this version does not know
     */
    public boolean agreesWith(byte @Nullable [] stored) {
        if (stored == null) {
            return true;
        }
        if (stored.length != 33 || stored[0] != SHA_256) {
            throw new IllegalArgumentException("unknown fingerprint algorithm");
        }
        return digest == null || MessageDigest.isEqual(digest, Arrays.copyOfRange(stored, 1, stored.length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && Arrays.equals(digest, that.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }
}
