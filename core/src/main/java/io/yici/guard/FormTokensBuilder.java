package io.yici.guard;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/** Optional settings of {@link FormTokens}. Used by one thread. */
public final class FormTokensBuilder {
    static final String ALGORITHM = "HmacSHA256";

    private static final int SECRET_BYTES = 32;
    private static final Pattern SECRET_ID = Pattern.compile("[A-Za-z0-9_-]{1,32}");
    private static final Duration SHORTEST_LIFE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LIFE = Duration.ofDays(7);
    private static final Duration LARGEST_SKEW = Duration.ofHours(1);

    final Map<String, SecretKeySpec> secrets = new HashMap<>();
    final String signing;
    Duration timeToLive = Duration.ofMinutes(30);
    Duration allowedSkew = Duration.ofMinutes(1);
    Clock clock = Clock.systemUTC();
    RandomGenerator random = new SecureRandom();

    FormTokensBuilder(String signing, byte[] secret) {
        this.signing = signing;
        add(signing, secret);
    }

    /**
     * Adds a secret whose tokens are still verified, but no longer issued. To change secrets, let every node verify the
     * new one first, then sign with it, and drop the old one once its last token's time is over.
     *
     * @param id 1 to 32 ASCII letters, digits, {@code -} and {@code _}; it is part of each token
     * @param secret random bytes, at least 32
     */
    public FormTokensBuilder verifying(String id, byte[] secret) {
        add(id, secret);
        return this;
    }

    /** The same for a secret that is kept as text, whose UTF-8 bytes it is. */
    public FormTokensBuilder verifying(String id, String secret) {
        return verifying(id, secret.getBytes(StandardCharsets.UTF_8));
    }

    /** How long a token may be used for the first time; 30 minutes by default, 1 second to 7 days. */
    public FormTokensBuilder timeToLive(Duration period) {
        if (period.compareTo(SHORTEST_LIFE) < 0 || period.compareTo(LONGEST_LIFE) > 0) {
            throw new IllegalArgumentException("timeToLive must be 1 second to 7 days, not " + period);
        }
        this.timeToLive = period;
        return this;
    }

    /**
     * How far the clocks of two nodes may differ; 1 minute by default, up to 1 hour. A token that seems to come from
     * further in the future is refused.
     */
    public FormTokensBuilder allowedSkew(Duration period) {
        if (period.isNegative() || period.compareTo(LARGEST_SKEW) > 0) {
            throw new IllegalArgumentException("allowedSkew must be 0 to 1 hour, not " + period);
        }
        this.allowedSkew = period;
        return this;
    }

    /** The clock that dates tokens and judges their age; the system's by default. */
    public FormTokensBuilder clock(Clock other) {
        this.clock = other;
        return this;
    }

    /** Where nonces come from; a {@link SecureRandom} by default. What is given must be thread-safe. */
    public FormTokensBuilder random(RandomGenerator other) {
        this.random = other;
        return this;
    }

    /** Makes them. */
    public FormTokens build() {
        return new FormTokens(this);
    }

    private void add(String id, byte[] secret) {
        if (!SECRET_ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "id of a secret must be 1 to 32 ASCII letters, digits, - or _, not '" + id + "'");
        }
        if (secret.length < SECRET_BYTES) {
            throw new IllegalArgumentException("secret '" + id + "' has " + secret.length + " bytes; at least "
                    + SECRET_BYTES + " random ones are needed");
        }
        if (secrets.putIfAbsent(id, new SecretKeySpec(secret, ALGORITHM)) != null) {
            throw new IllegalArgumentException("secret '" + id + "' is there twice");
        }
    }
}
