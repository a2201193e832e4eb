package io.yici.spring.autoconfigure;

import java.util.List;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the properties name a Redis. */
final class RedisNamed implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        return binder.bind("yici.redis.url", String.class).isBound()
                || binder.bind("yici.redis.client", String.class).isBound()
                || !binder.bind("yici.redis.nodes", Bindable.listOf(String.class))
                        .orElse(List.of())
                        .isEmpty();
    }
}
