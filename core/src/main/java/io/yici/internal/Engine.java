package io.yici.internal;

import io.yici.IdempotencyException;
import io.yici.InProgressException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationListener;
import io.yici.OperationSettings;
import io.yici.OperationSettings.Mode;
import io.yici.Outcome;
import io.yici.Standing;
import io.yici.StoreUnavailableException;
import io.yici.store.Claim;
import io.yici.store.Codec;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import io.yici.store.RecordCache;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a call: run, replay, wait or refuse. Knows no SQL, no HTTP and no broker. Thread-safe;
 * several stores on one database share an engine, so that their calls share flights and cache.
 */
public final class Engine {
    /** How long the fate of an interrupted commit is looked for before it is called unknown. */
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(5);

    /** Longest time a committed record stays in the local cache, so that a forgotten key is not answered for long. */
    private static final Duration CACHED_AT_MOST = Duration.ofMinutes(1);

    final Flights flights = new Flights();
    final RepeatOdds odds = new RepeatOdds();
    final Events events;
    final Refusals refusals;
    final Replays replays;
    final AnswerFormat format;
    final Supplier<String> attempts;
    final Entrance entrance;
    final RelayBell bell = new RelayBell();
    private final @Nullable RecordCache cache;
    private final AtomicLong forgets = new AtomicLong();

    /** Assembles an engine. {@code attempts} supplies unguessable ids of at most 32 ASCII characters. */
    public Engine(
            Codec codec,
            @Nullable RecordCache cache,
            List<OperationListener> listeners,
            Supplier<String> attempts,
            Entrance entrance) {
        this.events = new Events(listeners);
        this.refusals = new Refusals(events);
        this.format = new AnswerFormat(codec);
        this.replays = new Replays(format, refusals, events);
        this.cache = cache;
        this.attempts = attempts;
        this.entrance = entrance;
    }

    /** Runs the work of this call once for its operation, or answers from what is recorded. */
    public <T extends @Nullable Object, X extends Exception> Outcome<T> once(OperationStore store, Call<T, X> asked)
            throws X {
        if (asked.settings().mode() == Mode.OBSERVE) {
            return new ObservedRun<>(this, store, observed(asked)).run();
        }
        if (RunStack.contains(runOf(asked))) {
            throw refusals.reentered(asked);
        }
        Call<T, X> call = judged(asked);
        OperationRecord near = cached(call);
        if (near != null) {
            return replays.answer(call, near);
        }
        if (!mayWaitInMemory(store)) {
            return runBound(store, call);
        }
        OperationRecord seen = seen(store, call);
        return seen == null ? fly(store, call) : replays.answer(call, seen);
    }

    /** The call with its key judged; refuses a key that cannot be used. */
    <T extends @Nullable Object, X extends Exception> Call<T, X> judged(Call<T, X> call) {
        try {
            return call.aged(entrance.judge(call));
        } catch (IdempotencyException unusable) {
            throw refusals.key(call, unusable);
        }
    }

    /** The same where nothing may be refused: the refusal is told instead. */
    <T extends @Nullable Object, X extends Exception> Call<T, X> observed(Call<T, X> call) {
        try {
            return call.aged(entrance.judge(call));
        } catch (RuntimeException unusable) {
            events.tell(Kind.WOULD_REFUSE, call, unusable);
            return call;
        }
    }

    /** Looks before claiming where this call is likely a repeat; what is not settled is left to the claim. */
    @Nullable OperationRecord seen(OperationStore store, Call<?, ?> call) {
        Boolean repeat = entrance.isRepeat(this, call);
        boolean looks = repeat == null ? odds.likely(call.operation().name()) : repeat;
        if (call.answer().reference() != null || !looks) {
            return null;
        }
        OperationRecord record = peek(store, call);
        if (record == null || !record.answers()) {
            odds.wasFresh(call.operation().name());
            return null;
        }
        return record;
    }

    /** The committed record, or null when none is to be seen; looked for outside of any transaction. */
    @Nullable OperationRecord peek(OperationStore store, Call<?, ?> call) {
        long forgetsBefore = forgets();
        OperationRecord record;
        try {
            record = store.peek(call.operation().id());
        } catch (StoreException unavailable) {
            throw refusals.store(call, unavailable);
        }
        if (record != null && record.answers()) {
            remember(record, forgetsBefore);
        }
        return record;
    }

    /** A run is an operation of this engine: the same operation on another database is another run. */
    RunStack.Run runOf(Call<?, ?> call) {
        return new RunStack.Run(this, call.operation());
    }

    /** Whether the thread holds nothing another thread could be waiting for. */
    private static boolean mayWaitInMemory(OperationStore store) {
        return RunStack.isEmpty() && !store.threadIsBound();
    }

    /** A thread inside a transaction: joins it, or runs in one of its own without ever waiting. */
    private <T extends @Nullable Object, X extends Exception> Outcome<T> runBound(OperationStore store, Call<T, X> call)
            throws X {
        StoreTransaction transaction = begin(store, call);
        if (transaction.joined()) {
            return new JoinedRun<>(this, store, call, transaction).run();
        }
        OwnedRun<T, X> run = new OwnedRun<>(this, store, call, false);
        try {
            return run.startingWith(transaction);
        } finally {
            run.tell();
        }
    }

    /** One call of an operation leads, the others wait for what it commits. */
    private <T extends @Nullable Object, X extends Exception> Outcome<T> fly(OperationStore store, Call<T, X> call)
            throws X {
        while (true) {
            Flights.Boarding boarding = flights.board(call.operation().id());
            if (boarding.leads()) {
                return lead(store, call, boarding.flight());
            }
            Flights.Landing landing = boarding.flight().await(call.waitLeft());
            if (landing == null) {
                throw refusals.inProgress(call);
            }
            OperationRecord record = landing.record();
            if (record != null && call.answer().reference() == null) {
                return replays.answer(call, record);
            }
        }
    }

    private <T extends @Nullable Object, X extends Exception> Outcome<T> lead(
            OperationStore store, Call<T, X> call, Flights.Flight flight) throws X {
        OwnedRun<T, X> run = new OwnedRun<>(this, store, call, true);
        OperationRecord met = null;
        try (Entrance.Admission admission = entrance.enter(this, store, call, true)) {
            met = admission.record();
            return met == null ? run.run() : replays.answer(call, met);
        } finally {
            flights.land(call.operation().id(), flight, met == null ? run.committed() : met);
            run.tell();
        }
    }

    StoreTransaction begin(OperationStore store, Call<?, ?> call) {
        try {
            return store.begin();
        } catch (StoreException unavailable) {
            throw refusals.store(call, unavailable);
        }
    }

    private @Nullable OperationRecord cached(Call<?, ?> call) {
        return cache == null || call.answer().reference() != null
                ? null
                : cache.get(call.operation().id());
    }

    /**
     * Keeps a record near that is committed for certain; its remaining time is counted by the local monotonic clock.
     */
    void remember(OperationRecord record, long forgetsBefore) {
        if (cache == null || record.expired()) {
            return;
        }
        Duration left = Duration.ofMillis(record.answersUntil() - record.readAt());
        cache.put(record, left.compareTo(CACHED_AT_MOST) < 0 ? left : CACHED_AT_MOST);
        if (forgets() != forgetsBefore) {
            cache.remove(record.id()); // it may have been forgotten between the reading and now
        }
    }

    /** How many keys were forgotten here so far. */
    long forgets() {
        return forgets.get();
    }

    Settlement.Found settle(OperationStore store, Call<?, ?> call) {
        return new Settlement(store, call.newRecord(attempts.get())).find(SETTLES_WITHIN);
    }

    /** What this attempt has committed, where the answer to its commit was lost; null when it is not there. */
    @Nullable OperationRecord committedBy(OperationStore store, Call<?, ?> call, String attempt) {
        return settle(store, call) instanceof Settlement.Found.Committed there
                        && there.record().attempt().equals(attempt)
                ? there.record()
                : null;
    }

    /** Pauses for a running rival; null when the call is to be tried again, refused when it may not wait longer. */
    <T extends @Nullable Object> @Nullable Outcome<T> awaitRival(Call<T, ?> call, Pause pause, boolean mayWait) {
        Duration left = call.waitLeft();
        if (!mayWait || left.isZero() || !pause.take(left)) {
            throw refusals.inProgress(call);
        }
        return null;
    }

    /** Tells how an operation stands; see {@code Yici.resolve}. */
    public Standing resolve(OperationStore store, Operation operation, OperationSettings settings) {
        Settlement.Found found = new Settlement(store, probe(operation, settings)).find(settings.waitsFor());
        if (found instanceof Settlement.Found.Committed committed) {
            return standing(committed.record());
        }
        if (found instanceof Settlement.Found.Held) {
            return Standing.IN_PROGRESS;
        }
        if (found instanceof Settlement.Found.Untold untold) {
            throw untold.why() != null
                    ? Refusals.plain(operation, untold.why())
                    : new StoreUnavailableException(operation, "The store cannot tell: " + untold.reason() + ".", null);
        }
        return Standing.ABSENT;
    }

    /** Gives up a key; see {@code Yici.forget}. */
    public Standing forget(
            OperationStore store, Operation operation, OperationSettings settings, String by, String reason) {
        Claim found;
        try (EndedTransaction apart = new EndedTransaction(store.beginApart())) {
            found = apart.forget(probe(operation, settings), by, reason);
            if (found instanceof Claim.Recorded) {
                if (apart.steps().hasOpen(operation.id())) {
                    throw new MisuseException(
                            operation,
                            "It has a call to another system whose end is not known, so it was not forgotten."
                                    + " Conclude that call first, in the operators' queue.",
                            null);
                }
                apart.commit();
            }
        } catch (StoreException failed) {
            throw Refusals.plain(operation, failed);
        }
        forgets.incrementAndGet();
        if (cache != null) {
            cache.remove(operation.id());
        }
        return forgotten(operation, found);
    }

    private Standing forgotten(Operation operation, Claim found) {
        if (found instanceof Claim.InFlight) {
            throw new InProgressException(
                    operation, "It is being executed, so it was not forgotten; nothing was changed.", null);
        }
        if (found instanceof Claim.Busy busy) {
            throw new StoreUnavailableException(operation, "The store is busy: " + busy.reason() + ".", null);
        }
        if (found instanceof Claim.Recorded recorded) {
            events.tell(new OperationEvent(
                    Kind.FORGOTTEN, operation.name(), operation.id().shortHash(), Duration.ZERO, null));
            return standing(recorded.record());
        }
        return Standing.ABSENT;
    }

    private NewRecord probe(Operation operation, OperationSettings settings) {
        return new NewRecord(
                operation,
                null,
                attempts.get(),
                null,
                settings.answersFor().toMillis(),
                settings.refusesFor().toMillis());
    }

    private static Standing standing(OperationRecord record) {
        if (record.expired()) {
            return Standing.EXPIRED;
        }
        if (record.running()) {
            return Standing.IN_PROGRESS;
        }
        return switch (record.state()) {
            case FINISHED -> Standing.FINISHED;
            case REJECTED -> Standing.REJECTED;
            case TOMBSTONE -> Standing.EXPIRED;
            case STARTED, UNRESOLVED, UNREADABLE -> Standing.UNRESOLVED;
        };
    }
}
