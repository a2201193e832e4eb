package io.yici.spring.kafka;

import io.yici.spring.service.ListenerMethod;
import io.yici.spring.transaction.ManagedDataSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.transaction.TransactionManager;

/** What keeps a container from acknowledging exactly what was committed. */
final class KafkaContainerCheck {
    private static final String AUTO_COMMIT = ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG;

    private final AbstractMessageListenerContainer<?, ?> container;
    private final ContainerProperties settings;
    private final List<String> faults = new ArrayList<>();

    private KafkaContainerCheck(AbstractMessageListenerContainer<?, ?> container) {
        this.container = container;
        this.settings = container.getContainerProperties();
    }

    /** Sentences with remedies; none when all is well. */
    static List<String> problems(AbstractMessageListenerContainer<?, ?> container, List<ListenerMethod> guarded) {
        List<String> problems = new ArrayList<>();
        for (ListenerMethod method : guarded) {
            KafkaContainerCheck check = new KafkaContainerCheck(container);
            check.look(method);
            check.faults.forEach(fault -> problems.add(method.title() + " is an @Idempotent listener, but " + fault));
        }
        return problems;
    }

    private void look(ListenerMethod method) {
        acknowledgement();
        if (settings.getMessageListener() instanceof BatchMessageListener<?, ?>) {
            faults.add("its container gives it whole batches, of which one call cannot be the operation. Receive"
                    + " single records, or declare a Subscription with handledTogether and set a KafkaInboxListener into"
                    + " a container.");
        }
        errorHandler(container.getCommonErrorHandler());
        transaction(method);
        if (method.callerIsGroup() && container.getGroupId() == null) {
            faults.add("its container has no consumer group on whose behalf it could run. Set groupId, or write"
                    + " caller = \"…\".");
        }
    }

    private void acknowledgement() {
        AckMode mode = settings.getAckMode();
        if (mode == AckMode.MANUAL || mode == AckMode.MANUAL_IMMEDIATE) {
            faults.add(
                    "its container acknowledges by hand (" + mode + "): before the commit, and never for a duplicate,"
                            + " for which the method is not entered. Set the ack mode to RECORD or BATCH.");
        }
        if (settings.isAsyncAcks()) {
            faults.add("its container acknowledges out of order (asyncAcks). Set asyncAcks to false.");
        }
        if (commitsByItself()) {
            faults.add("its consumer commits offsets by the clock (enable.auto.commit), also of records that are not"
                    + " handled yet. Set enable.auto.commit to false.");
        }
    }

    private boolean commitsByItself() {
        Object own = settings.getKafkaConsumerProperties().getProperty(AUTO_COMMIT);
        // Where nobody says anything, the container turns it off.
        return Boolean.parseBoolean(String.valueOf(own == null ? ofConsumers() : own));
    }

    private @Nullable Object ofConsumers() {
        return PropertyAccessorFactory.forDirectFieldAccess(container).getPropertyValue("consumerFactory")
                        instanceof ConsumerFactory<?, ?> consumers
                ? consumers.getConfigurationProperties().get(AUTO_COMMIT)
                : null;
    }

    private void errorHandler(@Nullable CommonErrorHandler handler) {
        if (handler != null && !handler.seeksAfterHandling()) {
            faults.add(
                    "the error handler of its container, " + handler.getClass().getSimpleName()
                            + ", goes on behind a record that failed, which loses it. Use a DefaultErrorHandler.");
        }
    }

    private void transaction(ListenerMethod method) {
        if (settings.getKafkaAwareTransactionManager() != null) {
            faults.add("its container runs it inside a Kafka transaction, which commits apart from the database and"
                    + " counts a record in progress elsewhere as failed. Remove the container's transaction manager, and"
                    + " publish what follows from the record through the outbox.");
            return;
        }
        // Read by name: it is on its way out of spring-kafka.
        Object manager = PropertyAccessorFactory.forBeanPropertyAccess(settings)
                        .isReadableProperty("transactionManager")
                ? PropertyAccessorFactory.forBeanPropertyAccess(settings).getPropertyValue("transactionManager")
                : null;
        if (manager instanceof TransactionManager other) {
            String problem = ManagedDataSource.problemWith(other, method.records());
            faults.add(
                    "its container begins transactions of its own, in which a record in progress elsewhere would count"
                            + " as failed. Remove the container's transaction manager: the guard begins the transaction."
                            + (problem == null ? "" : " " + problem));
        }
    }
}
