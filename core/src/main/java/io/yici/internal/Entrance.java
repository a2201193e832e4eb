package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.guard.EntryGuard;
import io.yici.guard.EntryGuard.Entry;
import io.yici.guard.EntryRules;
import io.yici.guard.EntryRules.WhenUnavailable;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenMarks;
import io.yici.guard.TokenMarks.Mark;
import io.yici.guard.TokenUse;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stands before the claims of an engine: the verification of tokens, and two hints that spare the database work.
 * Take the hints away and everything still ends as it does. Thread-safe.
 */
public final class Entrance {
    /** Nothing stands there. */
    public static final Entrance OPEN = new Entrance(null, null, null);

    private static final Logger LOG = LoggerFactory.getLogger("io.yici.guard");
    private static final long WARN_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private final @Nullable FormTokens tokens;
    private final @Nullable TokenMarks marks;
    private final @Nullable EntryGuard guard;
    private final AtomicLong warnedAt = new AtomicLong(System.nanoTime() - WARN_EVERY_NANOS);

    /** What there is; null where there is none. */
    public Entrance(@Nullable FormTokens tokens, @Nullable TokenMarks marks, @Nullable EntryGuard guard) {
        this.tokens = tokens;
        this.marks = marks;
        this.guard = guard;
    }

    /** What the rules of an operation ask for and is not there, or cannot be kept, each with its remedy. */
    public List<String> problems(String title, OperationSettings settings) {
        List<String> problems = new ArrayList<>();
        EntryRules rules = settings.entry();
        if (rules.tokens() != TokenUse.NONE) {
            Duration kept = settings.answersFor().plus(settings.refusesFor());
            if (tokens == null) {
                problems.add(title + " takes tokens, but there is no secret to sign and verify them with. Give at least"
                        + " 32 random bytes, the same on every node: JdbcYiciBuilder.tokens(FormTokens.signedBy(…)), or"
                        + " the properties yici.tokens.secrets.<id> and yici.tokens.signing.");
            } else if (tokens.longestLife().compareTo(kept) > 0) {
                problems.add(title + " keeps its records for " + kept + " (answersFor + refusesFor), shorter than"
                        + " a token can live with the clocks apart, " + tokens.longestLife()
                        + ": it could run twice. Keep records longer, or tokens shorter.");
            }
        }
        if (rules.guarded() && guard == null) {
            problems.add(title + " asks for the entry guard, but there is none, and the memory of one process is no"
                    + " substitute. Give one: JdbcYiciBuilder.entryGuard(…), or an EntryGuard bean (module yici-redis"
                    + " has one, by yici.redis.url); or do not ask for it.");
        }
        return problems;
    }

    /** Judges the key of a call; refuses one that cannot be used. */
    KeyAge judge(Call<?, ?> call) {
        return KeyAge.of(call, tokens);
    }

    /** What the key and its mark say about whether this call is a repeat; null when they say nothing. */
    @Nullable Boolean isRepeat(Engine engine, Call<?, ?> call) {
        if (call.age() instanceof KeyAge.PastToken) {
            return true;
        }
        if (marks == null || !(call.age() instanceof KeyAge.Token)) {
            return null;
        }
        Mark mark;
        try {
            mark = marks.consume(call.operation().id(), call.settings().entry().marksFor());
        } catch (RuntimeException failed) {
            mark = new Mark.Unavailable(failed);
        }
        if (mark instanceof Mark.Unavailable unavailable) {
            engine.events.tell(Kind.GUARD_UNAVAILABLE, call, unavailable.cause());
            warn("The marks of tokens", "calls pass on unmarked", unavailable.cause());
            return null;
        }
        return mark instanceof Mark.Repeated;
    }

    /**
     * Enters where the operation asks for the guard; waits for a rival within the call's time, without a claim.
     *
     * @throws RuntimeException the refusal: in progress, or unavailable where the operation does not pass then
     */
    Admission enter(Engine engine, OperationStore store, Call<?, ?> call, boolean mayWait) {
        EntryRules rules = call.settings().entry();
        if (guard == null || !rules.guarded()) {
            return Admission.FREE;
        }
        Pause pause = new Pause(10);
        while (true) {
            Entry entry = asked(guard, call);
            if (entry instanceof Entry.Entered entered) {
                return new Admission(entered, null);
            }
            if (entry instanceof Entry.Unavailable unavailable) {
                return without(engine, call, unavailable.cause());
            }
            OperationRecord record = engine.peek(store, call);
            if (record != null && !record.running()) {
                // An answer that is rebuilt needs a transaction, which the run has.
                return call.answer().reference() == null ? new Admission(null, record) : Admission.FREE;
            }
            Duration left = call.waitLeft();
            if (!mayWait || left.isZero() || !pause.take(left)) {
                throw engine.refusals.inProgress(call);
            }
        }
    }

    private static Entry asked(EntryGuard guard, Call<?, ?> call) {
        try {
            return guard.enter(call.operation().id(), call.settings().entry().holdsFor());
        } catch (RuntimeException failed) {
            return new Entry.Unavailable(failed);
        }
    }

    private Admission without(Engine engine, Call<?, ?> call, Exception cause) {
        boolean passes = call.settings().entry().whenUnavailable() == WhenUnavailable.PASS;
        warn(
                "The entry guard",
                "operations that ask for it " + (passes ? "pass on to the database" : "are refused")
                        + " where their settings say so",
                cause);
        if (!passes) {
            throw engine.refusals.guardUnavailable(call, cause);
        }
        engine.events.tell(Kind.GUARD_UNAVAILABLE, call, cause);
        return Admission.FREE;
    }

    /** Once a minute at most: an outage is one thing to know, however many calls meet it. The events count them. */
    private void warn(String what, String then, Exception cause) {
        long now = System.nanoTime();
        long before = warnedAt.get();
        if (now - before >= WARN_EVERY_NANOS && warnedAt.compareAndSet(before, now)) {
            LOG.warn("{} cannot be reached; {}. Said at most once a minute.", what, then, cause);
        }
    }

    /**
     * How a call came in.
     *
     * @param entered what is left at the end, or null where nothing was entered
     * @param record what was met instead, and answers the call; null where it is to go on
     */
    record Admission(
            Entry.@Nullable Entered entered, @Nullable OperationRecord record) implements AutoCloseable {
        static final Admission FREE = new Admission(null, null);

        /** Leaves; the time of the entry does the same, later, so that a guard that fails here is not an error. */
        @Override
        public void close() {
            if (entered != null) {
                try {
                    entered.close();
                } catch (RuntimeException failed) {
                    LOG.debug("An entry could not be left; its time frees it.", failed);
                }
            }
        }
    }
}
