package io.yici.internal;

import io.yici.outbox.MessageSender;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.store.MessageFailure;
import io.yici.store.OutboxMessage;
import io.yici.store.OutboxRows;
import io.yici.store.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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

    private final OutboxSystem system;
    private final MessageSender sender;
    private final RelaySettings settings;
    private final DestinationPauses pauses;
    private final Waits backoff;
    private final String claim;

    private Shard shard;
    private long leaseEnd;

    private final Look look;
    private final Sendings sendings;
    private final LaneQueues queues = new LaneQueues();

    private final List<Long> delivered = new ArrayList<>();
    private final List<Failed> failed = new ArrayList<>();
    private final HeldBack held = new HeldBack();

    private boolean mayRead = true;

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
        this.backoff = new Waits(settings.backoffFrom(), settings.backoffTo());
        this.claim = claim;
        this.shard = shard;
        this.leaseEnd = takenNanos + settings.lease().toNanos();
        this.look = new Look(shard.mark(), positions);
        this.sendings = new Sendings(sender, signal);
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
            queues.lanes().forEach(this::leaveQueue);
        }
        collect();
        // What waits in lanes whose sending hangs does not stand before others.
        sendings.hungLanes().forEach(this::leaveQueue);
        boolean reads = reads();
        boolean idle = isIdle();
        boolean writes = !delivered.isEmpty() || !failed.isEmpty() || !held.isEmpty();
        if (!reads && !writes && !idle && !renewalIsDue()) {
            return Step.NOTHING;
        }
        Look.Passing passing = look.passing(pauses);
        long start = System.nanoTime();
        Written written =
                Apart.run(system.store(), transaction -> write(transaction.outbox(), reads ? passing : null, idle));
        if (written.shard == null) {
            LOG.warn("A part of the outbox was taken over by another node before this one was done with it, or the"
                    + " answer to giving it back was lost; what this node sent last may be sent again under the same"
                    + " ids.");
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
    private Written write(OutboxRows rows, Look.@Nullable Passing reading, boolean idle) {
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
        boolean changed = now.epoch() != shard.epoch();
        if (changed) {
            // With what was parked just now, and without what others have let go.
            now = Objects.requireNonNull(rows.reread(shard.number(), claim));
        }
        List<Long> holding = held.behind(now.parkedLanes());
        if (!holding.isEmpty()) {
            rows.hold(holding);
        }
        List<OutboxMessage> read = reading == null
                ? List.of()
                : rows.read(shard.number(), look.cursor(), settings.batch(), reading.lanes(), reading.destinations());
        // A failure is written down while the part is held: where the answer is lost, it is found and told of.
        boolean over = idle && read.isEmpty() && !changed && failed.isEmpty();
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
            if (lane != null && !look.hasLeft(lane) && !shard.parkedLanes().contains(lane)) {
                lanes.add(lane);
            }
        }
        return lanes.isEmpty()
                ? List.of()
                : rows.earlier(lanes, look.cursor(), atHand() + 1).stream()
                        .filter(sequence -> !isAtHand(sequence))
                        .toList();
    }

    private Step writtenDown(Written written) {
        int parked = 0;
        for (Failed each : failed) {
            if (each.failure.parks()) {
                parked++;
                LOG.error(
                        "Message {} to {} failed {} times and was parked; it waits for a person, and later ones of"
                                + " its ordering key wait behind it. Last: {}",
                        each.message.message().messageId(),
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

    private void goOn(Written written, Look.@Nullable Passing reading) {
        Shard now = written.shard;
        if (now != null && now.epoch() != shard.epoch()) {
            // Others have changed what waits: it is looked at anew, with what they have let go.
            shard = now;
            look.beginAnew(now.mark(), sendings.hungLanes());
        } else if (!written.overtaken.isEmpty()) {
            look.beginAnew(Collections.min(written.overtaken), sendings.hungLanes());
        } else if (reading != null) {
            look.advance(written.read, settings.batch(), reading);
            written.read.stream()
                    .filter(message -> !isAtHand(message.sequence()))
                    .forEach(this::begin);
        }
    }

    private boolean isAtHand(long sequence) {
        return sendings.contain(sequence) || queues.contain(sequence);
    }

    private int atHand() {
        return sendings.size() + queues.size();
    }

    /** Sends it, or lets it wait: behind the one of its lane that is under way, or for a later look. */
    private void begin(OutboxMessage message) {
        Long lane = message.message().lane();
        if (lane != null) {
            if (shard.parkedLanes().contains(lane)) {
                held.add(lane, List.of(message.sequence()));
                return;
            }
            if (queues.isTaken(lane) && !look.hasLeft(lane)) {
                queues.add(lane, message);
                return;
            }
        }
        if (look.hasLeft(lane) || !mayGo(message)) {
            look.leave(message);
        } else {
            send(message);
        }
    }

    /** It is due, nothing pauses, and its sending has ended, one way or the other, before the lease has. */
    private boolean mayGo(OutboxMessage message) {
        return message.waitMillis() <= 0
                && !pauses.isPaused(message.message().destination())
                && leaseEnd - System.nanoTime() > sender.deliveryTimeout().toNanos();
    }

    private void send(OutboxMessage message) {
        Long lane = message.message().lane();
        if (lane != null) {
            queues.take(lane);
        }
        sendings.begin(message);
    }

    private void collect() {
        for (Sendings.Ended each = sendings.next(); each != null; each = sendings.next()) {
            end(each.message(), each.result());
        }
        sendings.silent().forEach(each -> end(each.message(), each.result()));
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
        }
    }

    private void next(@Nullable Long lane) {
        if (lane == null) {
            return;
        }
        OutboxMessage message = queues.next(lane);
        if (message == null) {
            if (look.hasLeft(lane)) {
                look.dueIn(0);
            }
        } else if (mayGo(message)) {
            send(message);
        } else {
            leave(message);
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
            if (tries == 1) {
                LOG.warn(
                        "Message {} to {} was refused, and is tried again up to {} times: {}",
                        message.message().messageId(),
                        message.message().destination(),
                        settings.tries() - 1,
                        refused.reason());
            }
            leave(message);
            look.dueIn(wait.toNanos());
        } else if (lane != null) {
            Set<Long> parked = new HashSet<>(shard.parkedLanes());
            parked.add(lane);
            shard = new Shard(shard.number(), shard.mark(), shard.epoch(), parked);
            held.add(lane, queues.free(lane));
        }
    }

    /** Leaves one that did not go, and what waits behind it. */
    private void leave(OutboxMessage message) {
        look.leave(message);
        Long lane = message.message().lane();
        if (lane != null) {
            look.leave(lane, queues.free(lane));
        }
    }

    /** The lane stays taken by what is under way in it. */
    private void leaveQueue(long lane) {
        look.leave(lane, queues.empty(lane));
    }

    /** Begins a look from the lowest that may wait; asked for when something may have been committed, or is due. */
    void lookAnew() {
        look.beginAnew(sendings.hungLanes());
    }

    /** When the look that is going on began at the floor. */
    long lookedSince() {
        return look.sinceNanos();
    }

    /** Goes on with the look where it ended; for what is newly committed. */
    void lookOn() {
        look.goOn();
    }

    private boolean isIdle() {
        return atHand() == 0;
    }

    /** Whether everything that is under way takes long. */
    boolean isHung() {
        return sendings.allHang();
    }

    /** Whether a step has something to do without waiting for a sending. */
    boolean isReady() {
        return sendings.haveEnded() || isIdle() || reads();
    }

    private boolean reads() {
        return mayRead && !look.isOver() && atHand() < settings.batch();
    }

    /** Whether nothing it holds can be this node's any more. */
    boolean isOver() {
        return leaseEnd - System.nanoTime() <= 0;
    }

    int shard() {
        return shard.number();
    }

    /** When something that failed may be tried again. */
    long nextDueNanos() {
        return look.dueNanos();
    }

    private boolean renewalIsDue() {
        return leaseEnd - System.nanoTime() < settings.lease().toNanos() * 2 / 3;
    }

    /** Below it nothing waits, as far as is known. */
    private long mark() {
        return queues.lowest(sendings.lowest(look.lowest()));
    }

    /**
     * What one step did.
     *
     * @param over whether the part is no longer held
     */
    record Step(int delivered, int failed, int parked, int held, boolean over) {
        static final Step NOTHING = new Step(0, 0, 0, 0, false);
    }

    private record Failed(OutboxMessage message, MessageFailure failure) {}

    private record Written(@Nullable Shard shard, List<OutboxMessage> read, List<Long> overtaken, boolean released) {}
}
