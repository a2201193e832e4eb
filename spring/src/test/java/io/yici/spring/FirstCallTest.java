package io.yici.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.spring.autoconfigure.YiciAutoConfiguration;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

class FirstCallTest {
    @Test
    void secondCallReceivesTheFirstAnswer() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        YiciAutoConfiguration.class))
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:first")
                .withUserConfiguration(Orders.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    OrderService orders = context.getBean(OrderService.class);
                    PlacedOrder first = orders.place(PlaceOrder.of("k1"));
                    assertThat(orders.place(PlaceOrder.of("k1"))).isEqualTo(first);
                    assertThat(context.getBean(JdbcClient.class)
                                    .sql("select count(*) from orders")
                                    .query(Integer.class)
                                    .single())
                            .isEqualTo(1);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Orders {
        @Bean
        OrderService orderService(JdbcClient jdbc) {
            return new OrderService(jdbc);
        }
    }

    static class OrderService {
        private final JdbcClient jdbc;

        OrderService(JdbcClient jdbc) {
            this.jdbc = jdbc;
            jdbc.sql("create table orders(id bigint generated always as identity, sku varchar(20))")
                    .update();
        }

        @Idempotent(operation = "order.create", key = "#order.key", caller = "#order.userId")
        public PlacedOrder place(PlaceOrder order) {
            jdbc.sql("insert into orders(sku) values (?)").param(order.sku()).update();
            return new PlacedOrder(1, order.sku(), new BigDecimal("10.00"));
        }
    }
}
