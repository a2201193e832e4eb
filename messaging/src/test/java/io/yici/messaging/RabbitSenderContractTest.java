package io.yici.messaging;

import io.yici.messaging.Wire.Kind;
import io.yici.outbox.StoredMessage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

class RabbitSenderContractTest extends SenderContract {
    RabbitSenderContractTest() {
        super(Kind.RABBITMQ, "amqp://127.0.0.1:1");
    }

    @BeforeEach
    void needsRabbitmq() {
        Assumptions.assumeTrue(Kind.present().contains(Kind.RABBITMQ));
    }

    @Override
    protected StoredMessage refused() {
        return Sent.message("no-queue-of-this-name", "unroutable", null);
    }
}
