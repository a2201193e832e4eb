package io.yici.messaging;

import io.yici.messaging.Wire.Kind;
import io.yici.outbox.StoredMessage;

class RocketSenderContractTest extends SenderContract {
    RocketSenderContractTest() {
        super(Kind.ROCKETMQ, "127.0.0.1:1");
    }

    @Override
    protected StoredMessage refused() {
        return Sent.message(destination(), "large", null, new byte[5_000_000]);
    }
}
