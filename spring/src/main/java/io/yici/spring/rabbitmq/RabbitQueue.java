package io.yici.spring.rabbitmq;

import io.yici.spring.service.ReceivingGroup;
import org.jspecify.annotations.Nullable;

/** The queue from which the calling thread is receiving a message in a guarded container. Thread-safe. */
public final class RabbitQueue implements ReceivingGroup {
    @SuppressWarnings("ThreadLocalUsage") // one for each application, with the life of its beans
    private final ThreadLocal<@Nullable String> receiving = new ThreadLocal<>();

    /** Made once for an application. */
    public RabbitQueue() {}

    void enter(@Nullable String queue) {
        receiving.set(queue);
    }

    void leave() {
        receiving.remove();
    }

    @Override
    public @Nullable String name() {
        return receiving.get();
    }
}
