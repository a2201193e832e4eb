package io.yici.internal;

import io.yici.SetupException;
import io.yici.outbox.MessageSender;
import io.yici.outbox.RelayRound;
import io.yici.outbox.RelaySettings;
import io.yici.store.DueShard;
import io.yici.store.OutboxRows;
import io.yici.store.Shard;
import io.yici.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A relay: takes the parts of the outbox in which something is due, as far as no other node holds them, and goes round
 * its holds. One thread at a time; {@link #wake} and {@link #close} may come from others.
 */
public final class RelayLoop {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.outbox");

    /** After so long a hold ends, and the part is left alone for a moment, so that other nodes come to theirs. */
    private static final long TURN_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long COOL_NANOS = Duration.ofMillis(50).toNanos();

    /** How soon is looked again for a part that is due and held by another node. */
    private static final long QUICK_NANOS = Duration.ofMillis(25).toNanos();

    /** A look at a hold that hangs, for what may have come meanwhile. */
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    private static final long FAILURE_NANOS = Duration.ofMillis(500).toNanos();

    /**
     * A sweep takes at most this part of the time: under an old snapshot it has to pass all that was ever taken out.
     */
    private static final int SWEEP_SHARE = 10;

    private final OutboxSystem system;
    private final MessageSender sender;
    private final RelaySettings settings;
    private final DestinationPauses pauses;
    private final Signal signal = new Signal();
    private final Runnable ear = this::wake;
    private final Map<Integer, Hold> holds = new HashMap<>();
    private final Map<Integer, Long> coolUntil = new HashMap<>();
    private final Map<Integer, ReadPositions> positions = new HashMap<>();
    private boolean prepared;
    private long nextSweep = System.nanoTime();
    private volatile boolean rung = true;
    private volatile boolean closing;
    private @Nullable Thread thread;

    /** @throws SetupException when a sending could outlive the lease */
    public RelayLoop(OutboxSystem system, MessageSender sender, RelaySettings settings) {
        if (settings.lease().compareTo(sender.deliveryTimeout()) <= 0) {
            throw new SetupException(
                    List.of("The relay's lease of " + settings.lease() + " is not longer than the sender's delivery"
                            + " time-out of " + sender.deliveryTimeout() + ": what this node sends could arrive after"
                            + " another has gone on. Lengthen the lease, or shorten the time-out."),
                    null);
        }
        this.system = system;
        this.sender = sender;
        this.settings = settings;
        this.pauses = new DestinationPauses(new Waits(settings.pauseFrom(), settings.pauseTo()));
    }

    /** See {@code Relay.runOnce}. */
    public synchronized RelayRound runOnce() {
        if (thread != null || closing) {
            throw new IllegalStateException("the relay is " + (closing ? "closed" : "started already"));
        }
        Sum sum = new Sum();
        try {
            boolean goesOn = true;
            while (goesOn) {
                rung = false;
                look();
                int before = sum.done;
                while (!holds.isEmpty()) {
                    goRound(sum, true);
                    await(Math.min(LOOK_NANOS, untilReady()));
                }
                goesOn = sum.done > before;
            }
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return sum.round();
    }

    /** See {@code Relay.start}. */
    public synchronized void start() {
        if (thread != null || closing) {
            throw new IllegalStateException("the relay is " + (closing ? "closed" : "started already"));
        }
        Thread starting = new Thread(this::run, "yici-relay");
        starting.setDaemon(true);
        thread = starting;
        system.bell().heardBy(ear);
        starting.start();
    }

    /** See {@code Relay.wake}. */
    public void wake() {
        rung = true;
        signal.give();
    }

    /** Whether it runs by itself. */
    public synchronized boolean isStarted() {
        return thread != null;
    }

    /** See {@code Relay.close}. */
    public synchronized void close() {
        closing = true;
        system.bell().noLongerHeardBy(ear);
        signal.give();
        try {
            if (thread == null) {
                drain(new Sum()); // what an interrupted or failed round still holds
                return;
            }
            thread.join(sender.deliveryTimeout().plus(Duration.ofSeconds(5)).toMillis());
            thread.interrupt();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        thread = null;
    }

    private void run() {
        Sum sum = new Sum();
        long nextLook = System.nanoTime();
        try {
            while (!closing) {
                try {
                    if (rung || nextLook - System.nanoTime() <= 0) {
                        rung = false;
                        lookInHolds();
                        nextLook = System.nanoTime() + (look() ? QUICK_NANOS : jittered(settings.pollEvery()));
                    }
                    int before = sum.done;
                    goRound(sum, false);
                    if (sum.done > before && holds.isEmpty()) {
                        rung = true; // a full batch may have been all that was read
                    }
                    await(Math.min(untilReady(), nextLook - System.nanoTime()));
                } catch (RuntimeException failed) {
                    LOG.warn("The relay could not go on and tries again: {}", failed.getMessage(), failed);
                    signal.await(FAILURE_NANOS);
                }
            }
            drain(sum);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** What came at the end is read at once, what was committed behind it a little later. */
    private void lookInHolds() {
        for (Hold hold : holds.values()) {
            if (System.nanoTime() - hold.turn.lookedSince() > LOOK_NANOS) {
                hold.turn.lookAnew();
            } else {
                hold.turn.lookOn();
            }
        }
    }

    private static long jittered(Duration every) {
        return (long) (every.toNanos() * ThreadLocalRandom.current().nextDouble(0.8, 1.2));
    }

    /** Begins nothing, and takes out what is still under way. */
    private void drain(Sum sum) throws InterruptedException {
        long deadline =
                System.nanoTime() + sender.deliveryTimeout().plusSeconds(2).toNanos();
        while (!holds.isEmpty() && deadline - System.nanoTime() > 0) {
            try {
                for (Hold hold : List.copyOf(holds.values())) {
                    step(hold, false, sum);
                }
            } catch (StoreException failed) {
                LOG.warn("What was sent could not be taken out yet: {}", failed.message(), failed);
                signal.await(FAILURE_NANOS);
            }
            await(Math.min(LOOK_NANOS, untilReady()));
        }
    }

    /**
     * Takes what is due and free.
     *
     * @return whether something is due that somebody else holds, or that is left alone for a moment
     */
    private boolean look() {
        if (!prepared) {
            Apart.run(system.store(), transaction -> {
                transaction.outbox().prepare();
                return true;
            });
            prepared = true;
        }
        sweepSometimes();
        boolean missed = false;
        List<DueShard> due =
                Apart.run(system.store(), transaction -> transaction.outbox().due());
        long now = System.nanoTime();
        for (DueShard each : due) {
            if (holds.containsKey(each.number())) {
                continue;
            }
            Long cool = coolUntil.get(each.number());
            boolean leftAlone = cool != null && cool - now > 0;
            missed |= !each.free() || leftAlone || !take(each.number());
        }
        return missed;
    }

    private void sweepSometimes() {
        long start = System.nanoTime();
        if (nextSweep - start > 0) {
            return;
        }
        Apart.run(system.store(), transaction -> transaction.outbox().sweep());
        long took = System.nanoTime() - start;
        nextSweep = System.nanoTime() + Math.max(settings.pollEvery().toNanos() / 2, took * SWEEP_SHARE);
    }

    private boolean take(int number) {
        String claim = UUID.randomUUID().toString().replace("-", "");
        long start = System.nanoTime();
        Shard shard = Apart.run(system.store(), transaction -> {
            OutboxRows rows = transaction.outbox();
            Shard taken = rows.take(number, claim, settings.lease().toMillis());
            // Ours already, where the answer to the commit was lost.
            return taken == null ? rows.reread(number, claim) : taken;
        });
        if (shard == null) {
            return false;
        }
        ReadPositions read = positions.computeIfAbsent(number, any -> new ReadPositions());
        holds.put(
                number,
                new Hold(
                        new ShardTurn(system, sender, settings, pauses, signal::give, claim, shard, start, read),
                        start));
        return true;
    }

    private void goRound(Sum sum, boolean toTheEnd) {
        List<StoreException> failures = new ArrayList<>();
        for (Hold hold : List.copyOf(holds.values())) {
            boolean over = !toTheEnd && System.nanoTime() - hold.since > TURN_NANOS;
            // What hangs must not keep the part's other lanes waiting.
            boolean mayRead = !over || hold.turn.isHung();
            if (hold.turn.nextDueNanos() - System.nanoTime() <= 0) {
                hold.turn.lookAnew();
            }
            try {
                if (step(hold, mayRead, sum) && over) {
                    coolUntil.put(hold.turn.shard(), System.nanoTime() + COOL_NANOS);
                    rung = true;
                }
            } catch (StoreException failed) {
                failures.add(failed);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    /** Whether the hold has ended. */
    private boolean step(Hold hold, boolean mayRead, Sum sum) {
        try {
            ShardTurn.Step step = hold.turn.step(mayRead);
            sum.add(step);
            if (step.over()) {
                holds.remove(hold.turn.shard());
            }
            return step.over();
        } catch (StoreException failed) {
            if (hold.turn.isOver()) {
                holds.remove(hold.turn.shard());
            }
            throw failed;
        }
    }

    /** How long until a hold has something to do by itself. */
    private long untilReady() {
        long nearest = holds.isEmpty() ? settings.pollEvery().toNanos() : LOOK_NANOS;
        for (Iterator<Hold> each = holds.values().iterator(); each.hasNext() && nearest > 0; ) {
            ShardTurn turn = each.next().turn;
            nearest = turn.isReady() ? 0 : Math.min(nearest, turn.nextDueNanos() - System.nanoTime());
        }
        return nearest <= 0 ? 0 : pauses.nanosToNext(nearest);
    }

    private void await(long nanos) throws InterruptedException {
        if (nanos > 0) {
            signal.await(nanos);
        } else if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private record Hold(ShardTurn turn, long since) {}

    /** What was done so far. */
    private static final class Sum {
        private int delivered;
        private int failed;
        private int parked;
        private int done;

        private void add(ShardTurn.Step step) {
            delivered += step.delivered();
            failed += step.failed();
            parked += step.parked();
            done += step.delivered() + step.failed() + step.parked() + step.held();
        }

        private RelayRound round() {
            return new RelayRound(delivered, failed, parked);
        }
    }
}
