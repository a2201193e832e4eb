package io.yici.proof;

import io.yici.external.CallNotSentException;
import io.yici.external.Evidence;
import io.yici.external.StepCall;
import io.yici.test.EffectLedger;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * The other system: charges, keeps its own ledger of what it really did, and answers as it is told to. It recognises a
 * key only when it is made to.
 */
final class Bank implements OtherSide {
    /** How it behaves at one call. */
    enum Call {
        /** Charges and says so. */
        CHARGES,
        /** Charges, and the answer is lost. */
        CHARGES_AND_THE_ANSWER_IS_LOST,
        /** The request is lost on its way. */
        REQUEST_IS_LOST,
        /** The request arrives only when it is let through. */
        REQUEST_IS_LATE,
        /** Refuses for good. */
        DECLINES,
        /** Refuses for good, and the answer is lost. */
        DECLINES_AND_THE_ANSWER_IS_LOST,
        /** Cannot be reached. */
        CANNOT_BE_REACHED,
        /** Says that it does not know yet, and charges. */
        CHARGES_LATER
    }

    /** How it behaves at one query, where that is not the truth. */
    enum Query {
        /** Says what it has done. */
        TRUTH,
        /** Says that it does not know yet. */
        UNDECIDED,
        /** Does not answer. */
        FAILS,
        /** Breaks whoever asks. */
        BREAKS
    }

    final EffectLedger ledger = EffectLedger.inMemory();
    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger queries = new AtomicInteger();
    private final boolean recognises;
    private final Map<String, Evidence<Receipt>> known = new ConcurrentHashMap<>();
    private final Queue<Call> callScript = new ConcurrentLinkedQueue<>();
    private final Queue<Query> queryScript = new ConcurrentLinkedQueue<>();
    private final Map<String, Charge> late = new ConcurrentHashMap<>();
    private volatile Query otherwise = Query.TRUTH;

    private Bank(boolean recognises) {
        this.recognises = recognises;
    }

    /** One that answers a key it has seen instead of charging again. */
    static Bank thatRecognisesKeys() {
        return new Bank(true);
    }

    /** One that charges as often as it is asked to. */
    static Bank thatChargesEveryTime() {
        return new Bank(false);
    }

    /** Behaves like this at the next calls; afterwards it charges. */
    Bank at(Call... next) {
        callScript.addAll(List.of(next));
        return this;
    }

    /** Behaves like this at the next queries; afterwards it tells the truth. */
    Bank queried(Query... next) {
        queryScript.addAll(List.of(next));
        return this;
    }

    /** Behaves like this at every query from now on. */
    Bank queriedAlways(Query always) {
        otherwise = always;
        return this;
    }

    @Override
    public Evidence<Receipt> charge(Charge charge, StepCall call) throws Exception {
        calls.incrementAndGet();
        Call behaviour = callScript.poll();
        if (behaviour == null) {
            behaviour = Call.CHARGES;
        }
        return switch (behaviour) {
            case CHARGES -> execute(charge, call.key());
            case CHARGES_AND_THE_ANSWER_IS_LOST -> {
                execute(charge, call.key());
                throw new IOException("read timed out");
            }
            case REQUEST_IS_LOST -> throw new IOException("read timed out");
            case REQUEST_IS_LATE -> {
                late.put(call.key(), charge);
                throw new IOException("read timed out");
            }
            case DECLINES -> decline(call.key());
            case DECLINES_AND_THE_ANSWER_IS_LOST -> {
                decline(call.key());
                throw new IOException("read timed out");
            }
            case CANNOT_BE_REACHED -> throw new CallNotSentException("connection refused", null);
            case CHARGES_LATER -> {
                execute(charge, call.key());
                yield Evidence.undecided("accepted");
            }
        };
    }

    private Evidence<Receipt> execute(Charge charge, String key) {
        BiFunction<String, Evidence<Receipt>, Evidence<Receipt>> act = (given, before) -> {
            if (recognises && before != null) {
                return before;
            }
            ledger.enter(charge.orderNo());
            return Evidence.succeeded(new Receipt("ref-" + given.substring(0, 12), charge.amount()));
        };
        return known.compute(key, act);
    }

    private Evidence<Receipt> decline(String key) {
        return known.computeIfAbsent(key, given -> Evidence.failed("card declined"));
    }

    /** Lets what was late through. */
    Evidence<Receipt> arrive(String key) {
        Charge charge = late.remove(key);
        if (charge == null) {
            throw new AssertionError("nothing of this key is late");
        }
        return execute(charge, key);
    }

    @Override
    public Evidence<Receipt> query(String key) throws Exception {
        queries.incrementAndGet();
        Query behaviour = queryScript.poll();
        return switch (behaviour == null ? otherwise : behaviour) {
            case TRUTH -> truth(key);
            case UNDECIDED -> Evidence.undecided("still processing");
            case FAILS -> throw new IOException("connection reset");
            case BREAKS -> throw new AssertionError("no class of this name");
        };
    }

    /** Lets everything through that was late. */
    void arriveAll() {
        late.keySet().forEach(this::arrive);
    }

    /** Forgets what it was told to do: from now on it charges, and tells the truth. */
    void becomeHonest() {
        callScript.clear();
        queryScript.clear();
        otherwise = Query.TRUTH;
    }

    /** What it has done under a key. */
    Evidence<Receipt> truth(String key) {
        Evidence<Receipt> done = known.get(key);
        return done == null ? Evidence.absent() : done;
    }

    long charges(String orderNo) {
        return ledger.count(orderNo);
    }
}
