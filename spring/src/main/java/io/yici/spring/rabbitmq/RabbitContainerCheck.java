package io.yici.spring.rabbitmq;

import io.yici.spring.service.ListenerMethod;
import io.yici.spring.transaction.ManagedDataSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.MessageListener;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareBatchMessageListener;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.transaction.TransactionManager;

/** What keeps a container from acknowledging exactly what was committed. */
final class RabbitContainerCheck {
    /** Beginnings of names that are made up anew at every start. */
    private static final List<String> PASSING = List.of("spring.gen-", "amq.gen-");

    private final AbstractMessageListenerContainer container;
    private final List<String> faults = new ArrayList<>();

    private RabbitContainerCheck(AbstractMessageListenerContainer container) {
        this.container = container;
    }

    /** Sentences with remedies; none when all is well. */
    static List<String> problems(AbstractMessageListenerContainer container, List<ListenerMethod> guarded) {
        List<String> problems = new ArrayList<>();
        for (ListenerMethod method : guarded) {
            RabbitContainerCheck check = new RabbitContainerCheck(container);
            check.look(method);
            check.faults.forEach(fault -> problems.add(method.title() + " is an @Idempotent listener, but " + fault));
        }
        return problems;
    }

    private void look(ListenerMethod method) {
        acknowledgement(container.getAcknowledgeMode());
        MessageListener listener = container.getMessageListener();
        if (listener instanceof ChannelAwareBatchMessageListener) {
            faults.add("its container gives it whole batches, of which one call cannot be the operation. Receive single"
                    + " messages, or declare a Subscription with handledTogether and set a RabbitInboxListener into a"
                    + " container.");
        }
        if (listener != null && listener.isAsyncReplies()) {
            faults.add("it answers later, on another thread. Return the value itself.");
        }
        Object manager = PropertyAccessorFactory.forDirectFieldAccess(container).getPropertyValue("transactionManager");
        String problem = manager instanceof TransactionManager theirs
                ? ManagedDataSource.problemWith(theirs, method.records())
                : null;
        if (problem != null) {
            faults.add("its container begins a transaction that is not the record's. " + problem + " Or remove the"
                    + " container's transaction manager: the guard begins the transaction.");
        }
        if (method.callerIsGroup() && Arrays.stream(container.getQueueNames()).anyMatch(RabbitContainerCheck::passes)) {
            faults.add(
                    "its queue has a name that is new at every start, on whose behalf nothing can be remembered. Name"
                            + " the queue, or write caller = \"…\".");
        }
    }

    private void acknowledgement(AcknowledgeMode mode) {
        if (mode == AcknowledgeMode.NONE) {
            faults.add(
                    "its container has messages acknowledged before they are handled (NONE). Set the acknowledge mode"
                            + " to AUTO.");
        } else if (mode == AcknowledgeMode.MANUAL) {
            faults.add("its container acknowledges by hand (MANUAL): before the commit, and never for a duplicate, for"
                    + " which the method is not entered. Set the acknowledge mode to AUTO.");
        }
    }

    private static boolean passes(String queue) {
        return PASSING.stream().anyMatch(queue::startsWith);
    }
}
