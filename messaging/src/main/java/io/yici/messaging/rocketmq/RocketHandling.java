package io.yici.messaging.rocketmq;

import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.Received;
import io.yici.messaging.internal.Reception;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.MessageQueueListener;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyContext;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyContext;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the inbox handle what RocketMQ delivers and tells RocketMQ what came of it, on RocketMQ's threads. */
final class RocketHandling implements MessageQueueListener {
    private static final Logger LOG = LoggerFactory.getLogger(RocketHandling.class);
    private static final int TO_THE_DEAD_LETTERS = -1;

    /** RocketMQ takes nothing outside of these for a suspended queue. */
    private static final long SHORTEST_MILLIS = 10;

    private static final long LONGEST_MILLIS = 30_000;

    /** As many as a queue's former owner may have had under way; it tells the broker its offset every second. */
    private static final int FORMER_OWNERS = 2_000;

    private final DefaultMQPushConsumer consumer;
    private final Inbox inbox;
    private final Map<MessageQueue, AtomicInteger> suspects = new ConcurrentHashMap<>();

    RocketHandling(DefaultMQPushConsumer consumer, Inbox inbox) {
        this.consumer = consumer;
        this.inbox = inbox;
    }

    /** All of a queue wait for the first that is not done; those done before come again, as duplicates. */
    ConsumeOrderlyStatus inOrder(List<MessageExt> read, ConsumeOrderlyContext context) {
        List<Handled> handled = handled(read, context.getMessageQueue());
        for (Handled each : handled) {
            if (each instanceof Handled.Later later) {
                context.setSuspendCurrentQueueTimeMillis(
                        Math.min(Math.max(later.after().toMillis(), SHORTEST_MILLIS), LONGEST_MILLIS));
                return ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT;
            }
        }
        return ConsumeOrderlyStatus.SUCCESS;
    }

    /** Those from the first that is not done go back to the broker; those of them that are done come as duplicates. */
    ConsumeConcurrentlyStatus atOnce(List<MessageExt> read, ConsumeConcurrentlyContext context) {
        List<Handled> handled = handled(read, context.getMessageQueue());
        for (int i = 0; i < handled.size(); i++) {
            if (handled.get(i) instanceof Handled.Later later) {
                context.setAckIndex(i - 1);
                context.setDelayLevelWhenNextConsume(DelayLevels.atLeast(later.after()));
                return i == 0 ? ConsumeConcurrentlyStatus.RECONSUME_LATER : ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            }
        }
        return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
    }

    /** A queue that was given away may come back with what another has had under way. */
    @Override
    public void messageQueueChanged(String topic, Set<MessageQueue> all, Set<MessageQueue> ours) {
        suspects.keySet().removeIf(queue -> queue.getTopic().equals(topic) && !ours.contains(queue));
    }

    private List<Handled> handled(List<MessageExt> read, MessageQueue queue) {
        List<Received> messages = new ArrayList<>();
        for (MessageExt each : read) {
            messages.add(RocketMessages.received(each, suspect(queue)));
        }
        List<Handled> handled = new ArrayList<>();
        List<Handled> said = Reception.of(inbox, messages);
        for (int i = 0; i < said.size(); i++) {
            handled.add(said.get(i) instanceof Handled.DeadLettered dead ? putAside(read.get(i), dead) : said.get(i));
        }
        return handled;
    }

    private Handled putAside(MessageExt dead, Handled.DeadLettered why) {
        try {
            LOG.warn("A message of {} is sent to the dead letters: {}", dead.getTopic(), why.reason());
            consumer.sendMessageBack(dead, TO_THE_DEAD_LETTERS, dead.getBrokerName());
            return why;
        } catch (RemotingException | MQBrokerException | MQClientException e) {
            return Reception.again(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reception.again(e);
        }
    }

    private boolean suspect(MessageQueue queue) {
        AtomicInteger left = suspects.computeIfAbsent(queue, first -> new AtomicInteger(FORMER_OWNERS));
        return left.get() > 0 && left.getAndDecrement() > 0;
    }
}
