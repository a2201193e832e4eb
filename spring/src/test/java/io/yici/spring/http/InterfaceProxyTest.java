package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.lang.reflect.Proxy;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A controller whose bean is a proxy of its interface, behind which Spring MVC does not see the annotated method. */
class InterfaceProxyTest {
    @Test
    void theAnnotationOnTheClassGuardsAllTheSame() {
        try (Server server = Server.start(
                TestDatabase.SQLITE, new Class<?>[] {Beans.class, Desk.class}, "spring.aop.proxy-target-class=false")) {
            assertThat(AopUtils.isJdkDynamicProxy(server.bean(Orders.class))).isTrue();
            assertThat(Proxy.isProxyClass(server.bean(Orders.class).getClass())).isTrue();
            Client client = new Client(server);
            String key = UUID.randomUUID().toString();
            String first = client.post("/orders", key).body();
            assertThat(client.post("/orders", key).body()).isEqualTo(first);
            assertThat(server.bean(Ledger.class).total()).isEqualTo(1);
            assertThat(client.post("/external", key).statusCode()).isEqualTo(500);
            assertThat(client.post("/external", key).body()).contains("outcome-unknown");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    /** What Spring MVC sees. */
    @RestController
    interface Orders {
        @PostMapping("/orders")
        String place();

        @PostMapping("/external")
        String pay();
    }

    @Component
    static class Desk implements Orders {
        private final Ledger ledger;
        private final OrderTable orders;

        Desk(Ledger ledger, OrderTable orders) {
            this.ledger = ledger;
            this.orders = orders;
        }

        @Override
        @Transactional
        @Idempotent(operation = "place")
        public String place() {
            String order = UUID.randomUUID().toString();
            ledger.ran("place");
            orders.insert(order, "TEA");
            return order;
        }

        @Override
        @Idempotent(operation = "pay", external = true)
        public String pay() {
            throw new IllegalStateException("after the effect");
        }
    }
}
