package io.yici.test;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

class MemorySenderContractTest extends MessageSenderContract {
    private final MemoryBroker broker = new MemoryBroker();

    @Override
    protected MessageSender sender() {
        return sender(broker);
    }

    /** A sender to this broker; others break the contract here. */
    MessageSender sender(MemoryBroker there) {
        return new MemoryBroker.Sender(there);
    }

    @Override
    protected MessageSender unreachable() {
        return new MemoryBroker.Sender(broker) {
            @Override
            public CompletionStage<SendResult> send(StoredMessage message) {
                return told(new SendResult.Unreachable("nobody there"));
            }
        };
    }

    @Override
    protected String destination() {
        return "list-" + UUID.randomUUID();
    }

    @Override
    protected StoredMessage refused() {
        return message(destination(), null, "x".repeat(MemoryBroker.LONGEST + 1));
    }

    @Override
    protected List<Arrival> arrived(String destination) {
        return broker.at(destination);
    }
}
