package io.yici.spring.autoconfigure;

import io.yici.spring.kafka.KafkaGroup;
import io.yici.spring.kafka.KafkaListenerDoor;
import io.yici.spring.service.GuardedMethods;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/** Guarded listeners of Kafka. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.kafka.config.KafkaListenerEndpointRegistry")
class KafkaConfiguration {
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static KafkaListenerDoor yiciKafkaListenerDoor(ObjectProvider<GuardedMethods> methods) {
        return new KafkaListenerDoor(methods::getObject);
    }

    @Bean
    KafkaGroup yiciKafkaGroup() {
        return new KafkaGroup();
    }
}
