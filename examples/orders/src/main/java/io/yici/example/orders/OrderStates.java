package io.yici.example.orders;

import io.yici.state.StateMachine;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The states of orders and the moves between them, declared once and checked against the table at start. */
@Configuration(proxyBeanMethods = false)
class OrderStates {
    @Bean
    StateMachine<OrderStatus> orderMachine() {
        return StateMachine.on("orders")
                .key("order_no")
                .state("status", OrderStatus.class)
                .version("version")
                .movedBy("moved_by")
                .initial(OrderStatus.NEW)
                .allow(OrderStatus.NEW, OrderStatus.PAYING, OrderStatus.CANCELLED)
                .allow(OrderStatus.PAYING, OrderStatus.PAID, OrderStatus.NEW, OrderStatus.CANCELLED)
                .build();
    }
}
