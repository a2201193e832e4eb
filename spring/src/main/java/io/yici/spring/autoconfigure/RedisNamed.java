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
        return isGiven(binder, "yici.redis.url")
                || isGiven(binder, "yici.redis.client")
                || !binder.bind("yici.redis.nodes", Bindable.listOf(String.class))
                        .orElse(List.of())
                        .isEmpty();
    }

    /** One that is empty, as of a variable that is not set everywhere, names nothing. */
    private static boolean isGiven(Binder binder, String property) {
        return !binder.bind(property, String.class).orElse("").isBlank();
    }
}
