package io.yici.messaging.rabbitmq;

import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait, unacknowledged, in the order they arrived: some for their time, others for an earlier one of
 * their ordering key. What has waited too long goes back to the queue, since the broker closes a channel that does not
 * acknowledge (after 30 minutes, RabbitMQ's {@code consumer_timeout}). For one thread, and one channel.
 */
final class WaitingRoom {
    private static final long LONGEST = Duration.ofMinutes(5).toNanos();

    private final Subscription subscription;
    private final List<Delivery> waiting = new ArrayList<>();
    private final Map<Delivery, Times> times = new HashMap<>();

    private record Times(long since, long until) {}

    WaitingRoom(Subscription subscription) {
        this.subscription = subscription;
    }

    /** Those that are to be handled now. */
    List<Delivery> admit(List<Delivery> fresh) {
        waiting.addAll(fresh);
        long now = System.nanoTime();
        List<Delivery> admitted = new ArrayList<>();
        Set<String> blocked = new HashSet<>();
        Set<String> givenBack = new HashSet<>();
        for (Iterator<Delivery> each = waiting.iterator(); each.hasNext(); ) {
            Delivery delivery = each.next();
            String key = orderingKey(delivery.message());
            if (givenBack.contains(key) || hasWaitedTooLong(delivery, now)) {
                each.remove();
                times.remove(delivery);
                delivery.giveBack();
                if (key != null) {
                    givenBack.add(key);
                }
            } else if (blocked.contains(key) || isNotDue(delivery, now)) {
                if (key != null) {
                    blocked.add(key);
                }
            } else {
                admitted.add(delivery);
            }
        }
        return admitted;
    }

    /** To be admitted again after that time. */
    void keep(Delivery delivery, Duration time) {
        long now = System.nanoTime();
        Times before = times.get(delivery);
        times.put(delivery, new Times(before == null ? now : before.since(), now + time.toNanos()));
    }

    /** It is settled. */
    void left(Delivery delivery) {
        waiting.remove(delivery);
        times.remove(delivery);
    }

    private boolean isNotDue(Delivery delivery, long now) {
        Times known = times.get(delivery);
        return known != null && known.until() - now > 0;
    }

    private boolean hasWaitedTooLong(Delivery delivery, long now) {
        Times known = times.get(delivery);
        return known != null && now - known.since() > LONGEST;
    }

    /** A function that throws makes the inbox park the message, for which it need not wait. */
    private @Nullable String orderingKey(Received message) {
        try {
            return subscription.orderingKey().apply(message);
        } catch (RuntimeException e) {
            return null;
        }
    }
}
