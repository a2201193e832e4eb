package io.yici.internal;

import io.yici.store.OutboxMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lanes that are taken by a message under way, and what waits behind it, in order. Not thread-safe. */
final class LaneQueues {
    private final Map<Long, Deque<OutboxMessage>> queues = new HashMap<>();
    private final Set<Long> sequences = new HashSet<>();

    /** From now on something of this lane is under way. */
    void take(long lane) {
        queues.putIfAbsent(lane, new ArrayDeque<>());
    }

    boolean isTaken(long lane) {
        return queues.containsKey(lane);
    }

    /** Lets one wait behind what is in its lane, which is taken. */
    void add(long lane, OutboxMessage message) {
        Deque<OutboxMessage> queue = queues.get(lane);
        if (queue == null) {
            throw new IllegalStateException("nothing of lane " + lane + " is under way");
        }
        queue.add(message);
        sequences.add(message.sequence());
    }

    /** What is next in a lane; null, and the lane is free, when nothing waits. */
    @Nullable OutboxMessage next(long lane) {
        Deque<OutboxMessage> queue = queues.get(lane);
        OutboxMessage next = queue == null ? null : queue.poll();
        if (next == null) {
            queues.remove(lane);
        } else {
            sequences.remove(next.sequence());
        }
        return next;
    }

    /**
     * Frees a lane.
     *
     * @return the sequences of what waited
     */
    List<Long> free(long lane) {
        Deque<OutboxMessage> queue = queues.remove(lane);
        return queue == null ? List.of() : pouredOut(queue);
    }

    /**
     * Lets nothing wait in a lane any more, which stays taken.
     *
     * @return the sequences of what waited
     */
    List<Long> empty(long lane) {
        Deque<OutboxMessage> queue = queues.get(lane);
        return queue == null ? List.of() : pouredOut(queue);
    }

    private List<Long> pouredOut(Deque<OutboxMessage> queue) {
        List<Long> poured = queue.stream().map(OutboxMessage::sequence).toList();
        poured.forEach(sequences::remove);
        queue.clear();
        return poured;
    }

    /** The lanes that are taken. */
    Set<Long> lanes() {
        return Set.copyOf(queues.keySet());
    }

    boolean contain(long sequence) {
        return sequences.contains(sequence);
    }

    int size() {
        return sequences.size();
    }

    /** The lowest sequence, or {@code otherwise} where that is lower. */
    long lowest(long otherwise) {
        long lowest = otherwise;
        for (Deque<OutboxMessage> queue : queues.values()) {
            OutboxMessage first = queue.peek();
            lowest = first == null ? lowest : Math.min(lowest, first.sequence());
        }
        return lowest;
    }
}
