package io.yici.example.gateway;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a gateway starts. Immutable; begin with {@link #defaults()}.
 *
 * @param ledger the file that keeps the ledger; null keeps it in memory only
 * @param secret what callbacks are signed with, shared with the shop
 * @param seed of the chance that decides what goes wrong
 * @param switches what goes wrong from the start
 * @param firstPause before the second try of a callback; doubles with every try
 * @param longestPause between two tries of a callback
 */
public record GatewayOptions(
        @Nullable Path ledger,
        String secret,
        long seed,
        Switches switches,
        Duration firstPause,
        Duration longestPause) {
    /** The secret of a gateway that is given none. Public, so good for demonstrations only. */
    public static final String DEMO_SECRET = "gateway-demo-secret";

    /** Checks the secret and the pauses. */
    public GatewayOptions {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("secret must not be blank");
        }
        if (firstPause.toMillis() < 1 || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException("firstPause must be at least 1 ms and not above longestPause");
        }
    }

    /** In memory, with the demo's secret, behaving well; callbacks are repeated after 200 ms up to every 5 s. */
    public static GatewayOptions defaults() {
        return new GatewayOptions(null, DEMO_SECRET, 1, Switches.off(), Duration.ofMillis(200), Duration.ofSeconds(5));
    }

    /** With the ledger in a file, which is created when it is missing and belongs to one gateway at a time. */
    public GatewayOptions withLedger(Path file) {
        return new GatewayOptions(file, secret, seed, switches, firstPause, longestPause);
    }

    /** With another shared secret. */
    public GatewayOptions withSecret(String shared) {
        return new GatewayOptions(ledger, shared, seed, switches, firstPause, longestPause);
    }

    /** With another seed. */
    public GatewayOptions withSeed(long start) {
        return new GatewayOptions(ledger, secret, start, switches, firstPause, longestPause);
    }

    /** With other switches from the start. */
    public GatewayOptions withSwitches(Switches from) {
        return new GatewayOptions(ledger, secret, seed, from, firstPause, longestPause);
    }

    /** With other pauses between the tries of a callback. */
    public GatewayOptions withCallbackPauses(Duration first, Duration longest) {
        return new GatewayOptions(ledger, secret, seed, switches, first, longest);
    }
}
