package io.yici.spring.autoconfigure;

import io.yici.SetupException;
import io.yici.outbox.MessageSender;
import io.yici.outbox.Outbox;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Messages that go out: what is in the outbox is sent, where the application says by what. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(MessageSender.class)
@ConditionalOnProperty(
        name = {"yici.outbox.enabled", "yici.outbox.relay"},
        havingValue = "true",
        matchIfMissing = true)
class RelayConfiguration {
    /** Begins when the application has started, and ends before its web server and its beans go. */
    @Bean
    @ConditionalOnMissingBean({Relay.class, RelayLifecycle.class})
    RelayLifecycle yiciRelay(
            ListableBeanFactory beans,
            ObjectProvider<Outbox> outboxes,
            ObjectProvider<MessageSender> senders,
            YiciProperties properties) {
        return new RelayLifecycle(outbox(outboxes), sender(beans, senders), settings(properties.outbox()));
    }

    private static Outbox outbox(ObjectProvider<Outbox> outboxes) {
        Outbox one = outboxes.getIfUnique();
        if (one == null) {
            throw refusal("A MessageSender is a bean, but there is not one Outbox to relay from (there is one by itself"
                    + " where there is one SpringYici). Declare an Outbox bean, a primary one among several, or set"
                    + " yici.outbox.relay=false and start a relay for each: outbox.relay(sender, settings).");
        }
        return one;
    }

    private static MessageSender sender(ListableBeanFactory beans, ObjectProvider<MessageSender> senders) {
        MessageSender one = senders.getIfUnique();
        if (one == null) {
            Map<String, MessageSender> several = beans.getBeansOfType(MessageSender.class);
            throw refusal("Several MessageSender beans (" + String.join(", ", several.keySet()) + ") could send what is"
                    + " in the outbox. Let one lead to all by destination, and make it primary:"
                    + " RoutedSender.to(\"webhook:\", webhooks).or(\"\", broker).");
        }
        return one;
    }

    private static RelaySettings settings(YiciProperties.Outbox outbox) {
        try {
            return RelaySettings.defaults()
                    .batch(outbox.batchSize())
                    .pollEvery(outbox.pollEvery())
                    .lease(outbox.lease())
                    .tries(outbox.tries())
                    .backoff(outbox.backoffFrom(), outbox.backoffTo())
                    .pause(outbox.pauseFrom(), outbox.pauseTo());
        } catch (IllegalArgumentException wrong) {
            throw new SetupException(List.of("yici.outbox: " + wrong.getMessage() + "."), wrong);
        }
    }

    private static SetupException refusal(String problem) {
        return new SetupException(List.of(problem), null);
    }
}
