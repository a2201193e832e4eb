package io.yici.internal;

import io.yici.outbox.MessageSender;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import io.yici.store.MessageFailure;
import io.yici.store.NewMessage;
import io.yici.store.OutboxMessage;
import io.yici.store.OutboxRows;
import io.yici.store.Shard;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A relay's hold on one part of the outbox, from its taking to its release. Reads what waits in order, sends one
 * message of a lane at a time and lanes side by side, and writes down what came of them in one transaction that first
 * renews the lease. For the relay's one thread; only the ends of sendings come from others.
 */
final class ShardTurn {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.outbox");

    /** A sending that takes longer keeps its own lane waiting, and no longer counts as work at hand. */
    private static final long HUNG_NANOS = Duration.ofMillis(200).toNanos();

    private static final int MOST_PASSED_OVER = 200;

    private final OutboxSystem system;
    private final MessageSender sender;
    private final RelaySettings settings;
    private final DestinationPauses pauses;
    private final Runnable signal;
    private final Waits backoff;
    private final String claim;

    private Shard shard;
    private long leaseEnd;

    private final Map<Long, Sending> underWay = new TreeMap<>();
    private final Map<Long, Deque<OutboxMessage>> queued = new HashMap<>();
    private final Set<Long> inQueues = new HashSet<>();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

    private final List<Long> delivered = new ArrayList<>();
    private final List<Failed> failed = new ArrayList<>();
    private final List<Long> held = new ArrayList<>();

    /** One look goes from the floor to the end; what it had to leave, and the lanes of that. */
    private long cursor;

    private long lookedSince = System.nanoTime();
    private long floor;
    private final TreeSet<Long> left = new TreeSet<>();
    private final Set<Long> leftLanes = new HashSet<>();
    private final ReadPositions positions;
    private boolean passedOver;
    private boolean looked;
    private boolean mayRead = true;
    private long nextDueNanos = never();

    ShardTurn(
            OutboxSystem system,
            MessageSender sender,
            RelaySettings settings,
            DestinationPauses pauses,
            Runnable signal,
            String claim,
            Shard shard,
            long takenNanos,
            ReadPositions positions) {
        this.system = system;
        this.sender = sender;
        this.settings = settings;
        this.pauses = pauses;
        this.signal = signal;
        this.backoff = new Waits(settings.backoffFrom(), settings.backoffTo());
        this.claim = claim;
        this.shard = shard;
        this.positions = positions;
        this.leaseEnd = takenNanos + settings.lease().toNanos();
        this.cursor = shard.mark();
        this.floor = shard.mark();
    }

    /**
     * Goes on: takes in what has ended, writes it down, reads and sends what is next.
     *
     * @param beginning false when nothing new is to be begun
     * @return what was written down
     * @throws io.yici.store.StoreException what was to be written down is kept for the next step
     */
    Step step(boolean beginning) {
        mayRead = beginning;
        if (!mayRead) {
            giveUpQueues();
        }
        collect();
        passHungLanes();
        boolean reads = reads();
        boolean idle = isIdle();
        boolean writes = !delivered.isEmpty() || !failed.isEmpty() || !held.isEmpty();
        if (!reads && !writes && !idle && !renewalIsDue()) {
            return Step.NOTHING;
        }
        Passing passing = passing();
        long start = System.nanoTime();
        Written written =
                Apart.run(system.store(), transaction -> write(transaction.outbox(), reads ? passing : null, idle));
        if (written.shard == null) {
            LOG.warn("A part of the outbox was taken over by another node before this one was done with it; what it"
                    + " sent meanwhile may be sent again under the same ids.");
            return new Step(0, 0, 0, 0, true);
        }
        leaseEnd = start + settings.lease().toNanos();
        Step step = writtenDown(written);
        if (!written.released) {
            goOn(written, reads ? passing : null);
        }
        return step;
    }

    /** What is written in one transaction; may run again when its commit fails, so it changes nothing here. */
    private Written write(OutboxRows rows, @Nullable Passing reading, boolean idle) {
        Shard now = shard;
        if (!rows.renew(shard, claim, settings.lease().toMillis(), mark())) {
            now = rows.reread(shard.number(), claim);
            if (now == null) {
                return new Written(null, List.of(), List.of(), false);
            }
            rows.renew(now, claim, settings.lease().toMillis(), Math.min(now.mark(), mark()));
        }
        if (!delivered.isEmpty()) {
            rows.delivered(delivered, system.keepSentMillis());
        }
        failed.forEach(each -> rows.failed(each.failure));
        if (!held.isEmpty()) {
            rows.hold(held);
        }
        boolean changed = now.epoch() != shard.epoch();
        List<OutboxMessage> read = reading == null
                ? List.of()
                : rows.read(shard.number(), cursor, settings.batch(), reading.lanes, reading.destinations);
        boolean over = idle && read.isEmpty() && !changed;
        if (over) {
            rows.release(shard.number(), claim);
        }
        return new Written(now, read, overtaken(rows, read), over);
    }

    /**
     * What was committed behind the position of the look and before something just read of its lane: a transaction may
     * take its sequence long before it commits. What was read is as new as this or older, so nothing is missed.
     */
    private List<Long> overtaken(OutboxRows rows, List<OutboxMessage> read) {
        Set<Long> lanes = new TreeSet<>();
        for (OutboxMessage message : read) {
            Long lane = message.message().lane();
            if (lane != null
                    && !leftLanes.contains(lane)
                    && !shard.parkedLanes().contains(lane)) {
                lanes.add(lane);
            }
        }
        return lanes.isEmpty()
                ? List.of()
                : rows.earlier(lanes, cursor, atHand() + 1).stream()
                        .filter(sequence -> !isAtHand(sequence))
                        .toList();
    }

    private Step writtenDown(Written written) {
        int parked = 0;
        for (Failed each : failed) {
            if (each.failure.parks()) {
                parked++;
                LOG.error(
                        "A message to {} failed {} times and was parked; it waits for a person, and later ones of"
                                + " its ordering key wait behind it. Last: {}",
                        each.message.message().destination(),
                        each.failure.tries(),
                        each.failure.reason());
                system.tellParked(each.message.message().messageId());
            }
        }
        Step step = new Step(delivered.size(), failed.size() - parked, parked, held.size(), written.released);
        delivered.clear();
        failed.clear();
        held.clear();
        return step;
    }

    private void goOn(Written written, @Nullable Passing reading) {
        Shard now = written.shard;
        if (now != null && now.epoch() != shard.epoch()) {
            // Others have changed what waits: it is looked at anew, with what they have let go.
            shard = now;
            floor = Math.min(floor, now.mark());
            lookAnew();
        } else if (!written.overtaken.isEmpty()) {
            floor = Math.min(floor, Collections.min(written.overtaken));
            lookAnew();
        } else if (reading != null) {
            passedOver |= !reading.isNothing();
            takeIn(written.read);
        }
    }

    private void takeIn(List<OutboxMessage> read) {
        for (OutboxMessage message : read) {
            cursor = Math.max(cursor, message.sequence() + 1);
            if (!isAtHand(message.sequence())) {
                begin(message);
            }
        }
        looked = read.size() < settings.batch();
        if (!passedOver) {
            floor = Math.max(floor, positions.reached(cursor));
        }
    }

    private boolean isAtHand(long sequence) {
        return underWay.containsKey(sequence) || inQueues.contains(sequence);
    }

    private int atHand() {
        return underWay.size() + inQueues.size();
    }

    /** Sends it, or lets it wait: behind the one of its lane that is under way, or for a later look. */
    private void begin(OutboxMessage message) {
        Long lane = message.message().lane();
        if (lane != null) {
            if (shard.parkedLanes().contains(lane)) {
                held.add(message.sequence());
                return;
            }
            Deque<OutboxMessage> queue = queued.get(lane);
            if (queue != null && !leftLanes.contains(lane)) {
                queue.add(message);
                inQueues.add(message.sequence());
                return;
            }
        }
        if ((lane != null && leftLanes.contains(lane))
                || message.waitMillis() > 0
                || pauses.isPaused(message.message().destination())
                || !mayStart()) {
            leave(message);
            return;
        }
        send(message);
    }

    private void leave(OutboxMessage message) {
        left.add(message.sequence());
        Long lane = message.message().lane();
        if (lane != null) {
            leftLanes.add(lane);
        }
        if (message.waitMillis() > 0) {
            nextDueNanos = Math.min(nextDueNanos, System.nanoTime() + message.waitMillis() * 1_000_000);
        }
    }

    /** A sending that begins now has ended, one way or the other, before the lease has. */
    private boolean mayStart() {
        return leaseEnd - System.nanoTime() > sender.deliveryTimeout().toNanos();
    }

    private void send(OutboxMessage message) {
        Sending sending = new Sending(message, System.nanoTime());
        underWay.put(message.sequence(), sending);
        Long lane = message.message().lane();
        if (lane != null) {
            queued.putIfAbsent(lane, new ArrayDeque<>());
        }
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

    private void collect() {
        for (Ended each = ended.poll(); each != null; each = ended.poll()) {
            if (underWay.remove(each.sending.message.sequence(), each.sending)) {
                end(each.sending.message, each.result);
            }
        }
        long longest = sender.deliveryTimeout().plusSeconds(1).toNanos();
        long now = System.nanoTime();
        List<Sending> silent = underWay.values().stream()
                .filter(sending -> now - sending.startedNanos > longest)
                .toList();
        for (Sending sending : silent) {
            underWay.remove(sending.message.sequence());
            end(
                    sending.message,
                    new SendResult.Refused("the sender did not say within " + sender.deliveryTimeout()
                            + ", its own delivery time-out, what came of it"));
        }
    }

    private void end(OutboxMessage message, SendResult result) {
        String destination = message.message().destination();
        if (result instanceof SendResult.Delivered) {
            delivered.add(message.sequence());
            pauses.reached(destination);
            next(message.message().lane());
        } else if (result instanceof SendResult.Refused refused) {
            fail(message, refused);
        } else if (result instanceof SendResult.Unreachable unreachable) {
            pauses.unreachable(destination, unreachable);
            leave(message);
            emptyQueue(message.message().lane(), left);
        }
    }

    private void next(@Nullable Long lane) {
        if (lane == null) {
            return;
        }
        Deque<OutboxMessage> queue = queued.get(lane);
        OutboxMessage message = queue == null ? null : queue.poll();
        if (message == null) {
            queued.remove(lane);
            if (leftLanes.contains(lane)) {
                nextDueNanos = System.nanoTime();
            }
            return;
        }
        inQueues.remove(message.sequence());
        if (mayStart()
                && message.waitMillis() <= 0
                && !pauses.isPaused(message.message().destination())) {
            send(message);
        } else {
            leave(message);
            emptyQueue(lane, left);
        }
    }

    private void fail(OutboxMessage message, SendResult.Refused refused) {
        Long lane = message.message().lane();
        int tries = message.tries() + 1;
        boolean parks = tries >= settings.tries();
        Duration wait = parks ? Duration.ZERO : backoff.after(tries, refused.after());
        failed.add(new Failed(
                message, new MessageFailure(message.sequence(), parks, tries, refused.reason(), wait.toMillis())));
        if (!parks) {
            leave(message);
            nextDueNanos = Math.min(nextDueNanos, System.nanoTime() + wait.toNanos());
            emptyQueue(lane, left);
        } else if (lane != null) {
            Set<Long> parked = new HashSet<>(shard.parkedLanes());
            parked.add(lane);
            shard = new Shard(shard.number(), shard.mark(), shard.epoch(), parked);
            emptyQueue(lane, held);
        }
    }

    /** What waits behind one that did not go is left, or held, in its turn. */
    private void emptyQueue(@Nullable Long lane, Collection<Long> into) {
        Deque<OutboxMessage> queue = lane == null ? null : queued.remove(lane);
        if (queue != null) {
            pourOut(queue, into);
        }
    }

    private void pourOut(Deque<OutboxMessage> queue, Collection<Long> into) {
        for (OutboxMessage message : queue) {
            inQueues.remove(message.sequence());
            into.add(message.sequence());
        }
        queue.clear();
    }

    private void giveUpQueues() {
        queued.keySet().forEach(this::leaveQueue);
    }

    /** Lanes whose sending hangs are passed over, so that what waits in them does not stand before others. */
    private void passHungLanes() {
        hungLanes().forEach(this::leaveQueue);
    }

    private Set<Long> hungLanes() {
        Set<Long> lanes = new HashSet<>();
        long now = System.nanoTime();
        for (Sending sending : underWay.values()) {
            Long lane = sending.message.message().lane();
            if (lane != null && now - sending.startedNanos > HUNG_NANOS) {
                lanes.add(lane);
            }
        }
        return lanes;
    }

    /** The lane stays taken by what is under way in it. */
    private void leaveQueue(long lane) {
        Deque<OutboxMessage> queue = queued.get(lane);
        if (queue != null) {
            pourOut(queue, left);
        }
        leftLanes.add(lane);
    }

    /** Begins a look from the lowest that may wait; asked for when something may have been committed, or is due. */
    void lookAnew() {
        if (!left.isEmpty()) {
            floor = Math.min(floor, left.first());
        }
        left.clear();
        leftLanes.clear();
        leftLanes.addAll(hungLanes());
        passedOver = false;
        looked = false;
        nextDueNanos = never();
        lookedSince = System.nanoTime();
        cursor = floor;
    }

    /** When the look that is going on began at the floor. */
    long lookedSince() {
        return lookedSince;
    }

    /** Goes on with the look where it ended; for what is newly committed. */
    void lookOn() {
        looked = false;
    }

    private boolean isIdle() {
        return atHand() == 0;
    }

    /** Whether everything that is under way takes long. */
    boolean isHung() {
        long now = System.nanoTime();
        return !underWay.isEmpty()
                && underWay.values().stream().allMatch(sending -> now - sending.startedNanos > HUNG_NANOS);
    }

    /** Whether a step has something to do without waiting for a sending. */
    boolean isReady() {
        return !ended.isEmpty() || isIdle() || reads();
    }

    private boolean reads() {
        return mayRead && !looked && atHand() < settings.batch();
    }

    /** Whether nothing it holds can be this node's any more. */
    boolean isOver() {
        return leaseEnd - System.nanoTime() <= 0;
    }

    int shard() {
        return shard.number();
    }

    /** So far away that the difference to now is still a number. */
    private static long never() {
        return System.nanoTime() + Long.MAX_VALUE / 2;
    }

    /** When something that failed may be tried again. */
    long nextDueNanos() {
        return nextDueNanos;
    }

    private boolean renewalIsDue() {
        return leaseEnd - System.nanoTime() < settings.lease().toNanos() * 2 / 3;
    }

    /** Below it nothing waits, as far as is known. */
    private long mark() {
        long lowest = floor;
        if (!left.isEmpty()) {
            lowest = Math.min(lowest, left.first());
        }
        for (long sequence : underWay.keySet()) {
            lowest = Math.min(lowest, sequence);
            break;
        }
        for (Deque<OutboxMessage> queue : queued.values()) {
            OutboxMessage first = queue.peek();
            lowest = first == null ? lowest : Math.min(lowest, first.sequence());
        }
        return lowest;
    }

    /** What cannot go on now, so that it is not read again and again. */
    private Passing passing() {
        Set<Long> lanes = new TreeSet<>();
        for (long lane : leftLanes) {
            if (lanes.size() == MOST_PASSED_OVER) {
                break;
            }
            lanes.add(lane);
        }
        return new Passing(lanes, pauses.running(MOST_PASSED_OVER));
    }

    /**
     * What one step did.
     *
     * @param over whether the part is no longer held
     */
    record Step(int delivered, int failed, int parked, int held, boolean over) {
        static final Step NOTHING = new Step(0, 0, 0, 0, false);
    }

    private record Passing(Set<Long> lanes, Set<String> destinations) {
        private boolean isNothing() {
            return lanes.isEmpty() && destinations.isEmpty();
        }
    }

    private record Sending(OutboxMessage message, long startedNanos) {}

    private record Ended(Sending sending, SendResult result) {}

    private record Failed(OutboxMessage message, MessageFailure failure) {}

    private record Written(@Nullable Shard shard, List<OutboxMessage> read, List<Long> overtaken, boolean released) {}
}
