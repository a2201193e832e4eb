package io.yici.spring.autoconfigure;

import io.yici.inbox.Subscription;
import io.yici.spring.Inboxes;
import io.yici.spring.SpringYici;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Messages that come in: an inbox for each subscription that is a bean. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(Subscription.class)
class InboxConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Inboxes yiciInboxes(SpringYici yici, ObjectProvider<Subscription> subscriptions) {
        return new Inboxes(yici, subscriptions.orderedStream().toList());
    }

    @Bean
    @ConditionalOnProperty(name = "yici.inbox.enabled", havingValue = "true", matchIfMissing = true)
    InboxLifecycle yiciInboxWorkers(Inboxes inboxes, YiciProperties properties) {
        return new InboxLifecycle(inboxes, properties.inbox().pollEvery());
    }
}
