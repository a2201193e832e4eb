package io.yici.example.orders.gateway;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads callbacks, and nothing of one that the gateway did not sign. Thread-safe. */
public final class Callbacks {
    private static final JsonMapper JSON = new JsonMapper();

    private final CallbackSignature signature;

    Callbacks(CallbackSignature signature) {
        this.signature = signature;
    }

    /** Whether the gateway signed this body, not long ago. */
    public boolean areSigned(@Nullable String header, byte[] body) {
        return signature.fits(header, body);
    }

    /** The event of a signed body; empty when it is none this service knows how to read. */
    public Optional<GatewayEvent> read(byte[] body) {
        try {
            GatewayEvent event = JSON.readValue(body, GatewayEvent.class);
            return isComplete(event) ? Optional.of(event) : Optional.empty();
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** JSON can leave out what the record's types call present. */
    private static boolean isComplete(@Nullable GatewayEvent event) {
        return event != null
                && isText(event.eventId())
                && isText(event.key())
                && isText(event.type())
                && isText(
                        switch (event.type()) {
                            case GatewayEvent.CAPTURED, GatewayEvent.DECLINED -> event.chargeId();
                            case GatewayEvent.REFUNDED -> event.refundId();
                            default -> null;
                        });
    }

    private static boolean isText(@Nullable String text) {
        return text != null && !text.isBlank();
    }
}
