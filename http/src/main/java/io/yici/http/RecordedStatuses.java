package io.yici.http;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What becomes of a response that a handler returned, by its status.
 *
 * <p>By default a response is an answer and recorded, whether it says yes or no, except those that speak of this
 * attempt and not of the request: 401, 403, 407, 408, 413, 425, 429 and 5xx. Immutable and thread-safe.
 */
public final class RecordedStatuses {
    private static final List<Integer> OF_THE_ATTEMPT = List.of(401, 403, 407, 408, 413, 425, 429);

    private static final RecordedStatuses DEFAULTS = new RecordedStatuses(Map.of());

    private final Map<Integer, Fate> moved;

    private RecordedStatuses(Map<Integer, Fate> moved) {
        this.moved = Map.copyOf(moved);
    }

    /** What becomes of the work and its response. */
    public enum Fate {
        /** Committed, and given again to repeats. */
        RECORDED,
        /** Undone with nothing recorded: the key is free. */
        ROLLED_BACK,
        /** Committed without a record: a repeat runs again, for instance a counter of failed logins. */
        COMMITTED_UNRECORDED
    }

    /** The rule above, without exceptions. */
    public static RecordedStatuses defaults() {
        return DEFAULTS;
    }

    /** Records these statuses, whatever became of them so far. */
    public RecordedStatuses recording(Collection<Integer> statuses) {
        return moving(statuses, Fate.RECORDED);
    }

    /** Rolls back on these statuses, whatever became of them so far. */
    public RecordedStatuses rollingBack(Collection<Integer> statuses) {
        return moving(statuses, Fate.ROLLED_BACK);
    }

    /** Commits without a record on these statuses, whatever became of them so far. */
    public RecordedStatuses committingUnrecorded(Collection<Integer> statuses) {
        return moving(statuses, Fate.COMMITTED_UNRECORDED);
    }

    /** What becomes of a response with this status. */
    public Fate of(int status) {
        Fate byDefault =
                OF_THE_ATTEMPT.contains(status) || (status >= 500 && status < 600) ? Fate.ROLLED_BACK : Fate.RECORDED;
        return moved.getOrDefault(status, byDefault);
    }

    private RecordedStatuses moving(Collection<Integer> statuses, Fate fate) {
        Map<Integer, Fate> next = new HashMap<>(moved);
        for (int status : statuses) {
            if (status < 200 || status > 599) {
                throw new IllegalArgumentException("statuses must be final ones, 200 to 599, not " + status);
            }
            next.put(status, fate);
        }
        return new RecordedStatuses(next);
    }
}
