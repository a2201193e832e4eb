package io.yici.example.orders.gateway;

import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.GatewayOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The simulated gateway inside of this process, on a port of its own. Its ledger is a file that one gateway has at a
 * time, with its address beside it: another service on the same data finds it there, and asks that one instead of
 * starting a second. Where no file is named, the ledger ends with the process.
 */
final class OwnGateway implements AutoCloseable {
    private final @Nullable Gateway gateway;
    private final @Nullable Path address;

    private OwnGateway(@Nullable Gateway gateway, @Nullable Path address) {
        this.gateway = gateway;
        this.address = address;
    }

    static OwnGateway start(GatewaySettings settings) throws IOException {
        GatewayOptions options = GatewayOptions.defaults().withSecret(settings.secret());
        if (settings.ledger().isEmpty()) {
            return new OwnGateway(Gateway.start(settings.port(), options), null);
        }
        Path ledger = Path.of(settings.ledger()).toAbsolutePath();
        Path directory = ledger.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        Path address = ledger.resolveSibling(ledger.getFileName() + ".url");
        try {
            Gateway gateway = Gateway.start(settings.port(), options.withLedger(ledger));
            write(address, gateway.url());
            return new OwnGateway(gateway, address);
        } catch (IllegalStateException inUse) {
            return new OwnGateway(null, address);
        }
    }

    /** Where it is now: a neighbour's may come back on another port. */
    String url() {
        if (gateway != null) {
            return gateway.url();
        }
        try {
            return address == null ? "" : Files.readString(address).strip();
        } catch (IOException notYet) {
            throw new UncheckedIOException("the gateway that has the ledger has not told its address yet", notYet);
        }
    }

    /** Whole or not at all, for a neighbour may be reading. */
    private static void write(Path file, String text) throws IOException {
        Path next = Files.createTempFile(file.getParent(), "gateway", ".url");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        if (gateway != null) {
            gateway.close();
        }
    }
}
