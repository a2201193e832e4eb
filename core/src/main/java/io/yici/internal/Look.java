package io.yici.internal;

import io.yici.store.OutboxMessage;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A relay's look through what waits in a part: from the floor, below which nothing waits as far as is known, to the
 * end; and what it had to leave on the way. For the relay's one thread.
 */
final class Look {
    private static final int MOST_PASSED_OVER = 200;

    private final ReadPositions positions;
    private final TreeSet<Long> left = new TreeSet<>();
    private final Set<Long> leftLanes = new HashSet<>();
    private long floor;
    private long cursor;
    private long sinceNanos = System.nanoTime();
    private long dueNanos = never();
    private boolean passedOver;
    private boolean over;

    /** @param mark below which nothing waits */
    Look(long mark, ReadPositions positions) {
        this.floor = mark;
        this.cursor = mark;
        this.positions = positions;
    }

    /** So far away that the difference to now is still a number. */
    private static long never() {
        return System.nanoTime() + Long.MAX_VALUE / 2;
    }

    /** Where the next read begins. */
    long cursor() {
        return cursor;
    }

    /** Whether the end was seen. */
    boolean isOver() {
        return over;
    }

    /** When it began at the floor. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** When something that was left may go on. */
    long dueNanos() {
        return dueNanos;
    }

    /** Goes on where it ended; for what is newly committed. */
    void goOn() {
        over = false;
    }

    /** Begins at the floor; asked for when something may have been committed behind it, or is due. */
    void beginAnew(Set<Long> hungLanes) {
        if (!left.isEmpty()) {
            floor = Math.min(floor, left.first());
        }
        left.clear();
        leftLanes.clear();
        leftLanes.addAll(hungLanes);
        passedOver = false;
        over = false;
        dueNanos = never();
        sinceNanos = System.nanoTime();
        cursor = floor;
    }

    /** The same, from a place that may be lower. */
    void beginAnew(long from, Set<Long> hungLanes) {
        floor = Math.min(floor, from);
        beginAnew(hungLanes);
    }

    /** All of this was read from the cursor on, but for what was passed over. */
    void advance(List<OutboxMessage> read, int limit, Passing passing) {
        passedOver |= !passing.isNothing();
        if (!read.isEmpty()) {
            cursor = Math.max(cursor, read.get(read.size() - 1).sequence() + 1);
        }
        over = read.size() < limit;
        if (!passedOver) {
            floor = Math.max(floor, positions.reached(cursor));
        }
    }

    /** Leaves one, and its lane, for a later look. */
    void leave(OutboxMessage message) {
        left.add(message.sequence());
        Long lane = message.message().lane();
        if (lane != null) {
            leftLanes.add(lane);
        }
        if (message.waitMillis() > 0) {
            dueIn(message.waitMillis() * 1_000_000);
        }
    }

    /** Leaves what waited in a lane. */
    void leave(long lane, Collection<Long> sequences) {
        left.addAll(sequences);
        leftLanes.add(lane);
    }

    /** Something that was left may go on after so long. */
    void dueIn(long nanos) {
        dueNanos = Math.min(dueNanos, System.nanoTime() + nanos);
    }

    boolean hasLeft(@Nullable Long lane) {
        return lane != null && leftLanes.contains(lane);
    }

    /** The lowest that may wait here. */
    long lowest() {
        return left.isEmpty() ? floor : Math.min(floor, left.first());
    }

    /** What cannot go on now, so that it is not read again and again. */
    Passing passing(DestinationPauses pauses) {
        Set<Long> lanes = new TreeSet<>();
        for (long lane : leftLanes) {
            if (lanes.size() == MOST_PASSED_OVER) {
                break;
            }
            lanes.add(lane);
        }
        return new Passing(lanes, pauses.running(MOST_PASSED_OVER));
    }

    /** What a read passes over. */
    record Passing(Set<Long> lanes, Set<String> destinations) {
        private boolean isNothing() {
            return lanes.isEmpty() && destinations.isEmpty();
        }
    }
}
