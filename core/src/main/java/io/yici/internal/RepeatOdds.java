package io.yici.internal;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How likely the next call of an operation is a repeat, by what the last ones were. Decides only whether to look before
 * claiming: a right guess makes a replay one statement, a wrong one costs one statement more.
 */
final class RepeatOdds {
    private static final int LIKELY = 50;
    private static final int CERTAIN = 100;
    private static final int REPEAT = 10;
    private static final int FRESH = 20;

    /** Names are declared and few; should somebody make them from data, the rest of them is never guessed. */
    private static final int MOST_NAMES = 1_000;

    private final ConcurrentMap<String, AtomicInteger> scores = new ConcurrentHashMap<>();

    boolean likely(String operation) {
        AtomicInteger score = scores.get(operation);
        return score != null && score.get() >= LIKELY;
    }

    void repeated(String operation) {
        AtomicInteger score = scores.get(operation);
        if (score == null) {
            if (scores.size() >= MOST_NAMES) {
                return;
            }
            score = scores.computeIfAbsent(operation, name -> new AtomicInteger());
        }
        if (score.get() < CERTAIN) {
            score.addAndGet(REPEAT);
        }
    }

    void wasFresh(String operation) {
        AtomicInteger score = scores.get(operation);
        if (score != null && score.get() > 0) {
            score.addAndGet(-FRESH);
        }
    }
}
