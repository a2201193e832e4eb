package io.yici.spring.kafka;

import io.yici.spring.service.ReceivingGroup;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.support.KafkaUtils;

/** The consumer group of the container whose thread is calling. */
public final class KafkaGroup implements ReceivingGroup {
    /** Made once for an application. */
    public KafkaGroup() {}

    @Override
    public @Nullable String name() {
        return KafkaUtils.getConsumerGroupId();
    }
}
