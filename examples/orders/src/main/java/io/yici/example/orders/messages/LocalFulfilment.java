package io.yici.example.orders.messages;

import io.yici.example.fulfilment.FulfilmentConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Fulfilment in this process, on the order service's own database, where no broker is set. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "orders.messages.transport", havingValue = "local", matchIfMissing = true)
@Import(FulfilmentConfiguration.class)
class LocalFulfilment {}
