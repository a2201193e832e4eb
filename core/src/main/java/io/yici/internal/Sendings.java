package io.yici.internal;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import io.yici.store.NewMessage;
import io.yici.store.OutboxMessage;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What was given to the sender and is not written down yet. For the relay's one thread; ends come from others. */
final class Sendings {
    /** A sending that takes longer keeps its own lane waiting, and no longer counts as work at hand. */
    private static final long HUNG_NANOS = Duration.ofMillis(200).toNanos();

    private final MessageSender sender;
    private final Runnable signal;
    private final TreeMap<Long, Sending> underWay = new TreeMap<>();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

    /** @param signal called when one has ended, on the sender's thread */
    Sendings(MessageSender sender, Runnable signal) {
        this.sender = sender;
        this.signal = signal;
    }

    void begin(OutboxMessage message) {
        Sending sending = new Sending(message, System.nanoTime());
        underWay.put(message.sequence(), sending);
        CompletionStage<SendResult> result;
        try {
            result = Objects.requireNonNull(sender.send(forSender(message)), "it gave no answer");
        } catch (VirtualMachineError failure) {
            throw failure;
        } catch (RuntimeException | Error failure) {
            // An error too, such as a client's class that is missing: it must not end the relay.
            ended.add(new Ended(sending, refused(failure)));
            return;
        }
        result.whenComplete((done, failure) -> {
            ended.add(new Ended(sending, done == null ? refused(failure) : done));
            signal.run();
        });
    }

    private static StoredMessage forSender(OutboxMessage message) {
        NewMessage content = message.message();
        return new StoredMessage(
                message.sequence(),
                content.messageId(),
                content.destination(),
                content.orderingKey(),
                content.contentType(),
                Headers.decoded(content.headers()),
                content.payload(),
                message.createdAt(),
                message.tries());
    }

    private static SendResult refused(@Nullable Throwable failure) {
        return new SendResult.Refused("the sender failed: " + failure);
    }

    /** One that has ended, which is then no longer under way; null when there is none. */
    @Nullable Ended next() {
        for (Ended each = ended.poll(); each != null; each = ended.poll()) {
            if (underWay.remove(each.message().sequence(), each.sending)) {
                return each;
            }
        }
        return null;
    }

    /** Those about which the sender says nothing in its own time; they end as refused. */
    List<Ended> silent() {
        long longest = sender.deliveryTimeout().plusSeconds(1).toNanos();
        SendResult nothing = new SendResult.Refused("the sender did not say within " + sender.deliveryTimeout()
                + ", its own delivery time-out, what came of it");
        List<Ended> silent = underWay.values().stream()
                .filter(sending -> sending.age() > longest)
                .map(sending -> new Ended(sending, nothing))
                .toList();
        silent.forEach(each -> underWay.remove(each.message().sequence()));
        return silent;
    }

    boolean haveEnded() {
        return !ended.isEmpty();
    }

    boolean contain(long sequence) {
        return underWay.containsKey(sequence);
    }

    int size() {
        return underWay.size();
    }

    /** The lowest sequence, or {@code otherwise} where that is lower. */
    long lowest(long otherwise) {
        return underWay.isEmpty() ? otherwise : Math.min(otherwise, underWay.firstKey());
    }

    /** Whether all of them take long, and there are any. */
    boolean allHang() {
        return !underWay.isEmpty() && underWay.values().stream().allMatch(Sending::hangs);
    }

    /** The lanes of those that take long. */
    Set<Long> hungLanes() {
        Set<Long> lanes = new HashSet<>();
        for (Sending sending : underWay.values()) {
            Long lane = sending.message.message().lane();
            if (lane != null && sending.hangs()) {
                lanes.add(lane);
            }
        }
        return lanes;
    }

    private record Sending(OutboxMessage message, long startedNanos) {
        private long age() {
            return System.nanoTime() - startedNanos;
        }

        private boolean hangs() {
            return age() > HUNG_NANOS;
        }
    }

    /** What came of one. */
    record Ended(Sending sending, SendResult result) {
        OutboxMessage message() {
            return sending.message;
        }
    }
}
