package io.yici.example.orders.start;

import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Makes one setting, {@code orders.redis-url}, into all that follows from it: tokens are marked and repeats kept away
 * in Redis, and payments hold their leases there. A Redis that is gone is passed by, for the database decides alone as
 * well. What is set otherwise, by name, wins.
 */
public final class RedisSetting implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String url = context.getEnvironment().getProperty("orders.redis-url", "");
        if (!url.isBlank()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addLast(new MapPropertySource(
                            "orders.redis-url",
                            Map.of(
                                    "yici.redis.url", url,
                                    "yici.operations.order.create.entry-guard", "true",
                                    "yici.operations.order.create.when-guard-unavailable", "pass",
                                    "yici.operations.payment.pay.entry-guard", "true",
                                    "yici.operations.payment.pay.when-guard-unavailable", "pass")));
        }
    }
}
