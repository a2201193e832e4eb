package io.yici.test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import io.yici.test.MessageSenderContract.Arrival;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The contract notices senders that break it. */
class MessageSenderContractTest {
    @Test
    void aMessageCalledDeliveredThatIsNowhereIsNoticed() {
        noticed(
                (broker, message) -> new SendResult.Delivered(),
                MemorySenderContractTest::deliveredMessagesAreAtTheBroker);
    }

    @Test
    void oneLostAmongManyIsNoticed() {
        noticed(
                (broker, message) -> {
                    if (!new String(message.payload(), StandardCharsets.UTF_8).endsWith("77")) {
                        broker.take(message);
                    }
                    return new SendResult.Delivered();
                },
                MemorySenderContractTest::messagesUnderWayAtOnceAllArrive);
    }

    @Test
    void anIdThatChangesFromSendToSendIsNoticed() {
        noticed(
                (broker, message) -> {
                    List<Arrival> list = new ArrayList<>(broker.at(message.destination()));
                    list.add(MemoryBroker.arrival(message, UUID.randomUUID().toString()));
                    broker.put(message.destination(), list);
                    return new SendResult.Delivered();
                },
                MemorySenderContractTest::aResentMessageArrivesUnderTheSameId);
    }

    @Test
    void aKeyOutOfOrderIsNoticed() {
        noticed(
                (broker, message) -> {
                    List<Arrival> list = new ArrayList<>(broker.at(message.destination()));
                    list.add(0, MemoryBroker.arrival(message, message.messageId()));
                    broker.put(message.destination(), list);
                    return new SendResult.Delivered();
                },
                MemorySenderContractTest::messagesOfOneKeyArriveInTheirOrder);
    }

    @Test
    void headersThatAreLeftOutAreNoticed() {
        noticed(
                (broker, message) -> {
                    broker.put(
                            message.destination(),
                            List.of(new Arrival(
                                    message.messageId(),
                                    message.orderingKey(),
                                    message.contentType(),
                                    Map.of(),
                                    message.payload())));
                    return new SendResult.Delivered();
                },
                MemorySenderContractTest::messagesArriveAsTheyWereStored);
    }

    @Test
    void aBadMessageBlamedOnTheBrokerIsNoticed() {
        noticed(
                (broker, message) -> new SendResult.Unreachable("blamed"),
                MemorySenderContractTest::aBadMessageIsRefusedAlone);
    }

    @Test
    void aBrokerBlamedOnTheMessageIsNoticed() {
        MemorySenderContractTest contract = new MemorySenderContractTest() {
            @Override
            protected MessageSender unreachable() {
                return answering(new MemoryBroker(), (broker, message) -> new SendResult.Refused("blamed"));
            }
        };
        assertThatThrownBy(contract::aBrokerThatIsNotThereIsUnreachable).isInstanceOf(AssertionError.class);
    }

    @Test
    void aSenderThatSendsAfterItsCloseIsNoticed() {
        noticed(
                (broker, message) -> {
                    broker.take(message);
                    return new SendResult.Delivered();
                },
                MemorySenderContractTest::aClosedSenderDeliversNothing);
    }

    private static void noticed(
            BiFunction<MemoryBroker, StoredMessage, SendResult> fault, Consumer<MemorySenderContractTest> test) {
        MemorySenderContractTest contract = new MemorySenderContractTest() {
            @Override
            MessageSender sender(MemoryBroker there) {
                return answering(there, fault);
            }
        };
        assertThatThrownBy(() -> test.accept(contract)).isInstanceOf(AssertionError.class);
    }

    private static MessageSender answering(
            MemoryBroker there, BiFunction<MemoryBroker, StoredMessage, SendResult> answer) {
        return new MemoryBroker.Sender(there) {
            @Override
            public CompletionStage<SendResult> send(StoredMessage message) {
                return told(answer.apply(broker, message));
            }
        };
    }
}
