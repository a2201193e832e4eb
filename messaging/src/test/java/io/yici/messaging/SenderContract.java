package io.yici.messaging;

import io.yici.messaging.Wire.Kind;
import io.yici.outbox.MessageSender;
import io.yici.test.MessageSenderContract;
import java.util.List;

/** The contract of senders on one of the brokers. */
abstract class SenderContract extends MessageSenderContract {
    private final Kind kind;
    private final String nowhere;

    SenderContract(Kind kind, String nowhere) {
        this.kind = kind;
        this.nowhere = nowhere;
    }

    Wire wire() {
        try {
            return kind.shared();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected MessageSender sender() {
        return sender(wire());
    }

    @Override
    protected MessageSender unreachable() {
        try {
            return sender(kind.at(nowhere));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected String destination() {
        try {
            return wire().place();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected List<Arrival> arrived(String destination) {
        try {
            return wire().arrived(destination);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static MessageSender sender(Wire wire) {
        try {
            return wire.sender();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
