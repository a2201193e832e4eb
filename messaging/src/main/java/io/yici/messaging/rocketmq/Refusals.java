package io.yici.messaging.rocketmq;

import java.util.Set;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.remoting.protocol.ResponseCode;

/** Tells what RocketMQ has against a message from what it has against us. */
final class Refusals {
    private static final Set<Integer> OF_A_MESSAGE = Set.of(ResponseCode.MESSAGE_ILLEGAL, ResponseCode.NO_PERMISSION);

    private Refusals() {}

    static boolean isOfTheMessage(Throwable failure) {
        if (failure instanceof IllegalArgumentException) {
            return true;
        }
        if (failure instanceof MQBrokerException broker) {
            return OF_A_MESSAGE.contains(broker.getResponseCode());
        }
        return failure instanceof MQClientException client && OF_A_MESSAGE.contains(client.getResponseCode());
    }
}
