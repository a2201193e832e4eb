package io.yici.messaging;

import io.yici.messaging.Wire.Kind;
import io.yici.outbox.StoredMessage;

class KafkaSenderContractTest extends SenderContract {
    KafkaSenderContractTest() {
        super(Kind.KAFKA, "127.0.0.1:1");
    }

    @Override
    protected StoredMessage refused() {
        return Sent.message(destination(), "large", null, new byte[3_000_000]);
    }
}
