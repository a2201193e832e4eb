package io.yici.spring.autoconfigure;

import io.yici.spring.rabbitmq.RabbitListenerDoor;
import io.yici.spring.rabbitmq.RabbitQueue;
import io.yici.spring.service.GuardedMethods;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/** Guarded listeners of RabbitMQ. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry")
class RabbitConfiguration {
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RabbitListenerDoor yiciRabbitListenerDoor(
            ObjectProvider<GuardedMethods> methods, ObjectProvider<RabbitQueue> queue) {
        return new RabbitListenerDoor(methods::getObject, queue::getObject);
    }

    @Bean
    RabbitQueue yiciRabbitQueue() {
        return new RabbitQueue();
    }
}
