package io.yici.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far one part of the outbox was read, and when. What is committed behind a position of some seconds ago is rare
 * enough to be left to the sweep. For the relay's one thread.
 */
final class ReadPositions {
    /** What commits this late after later ones is met by the next look. */
    private static final long LAG_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long APART_NANOS = Duration.ofMillis(100).toNanos();

    private final Deque<Position> positions = new ArrayDeque<>();
    private long settled;

    /**
     * Everything below {@code position} was just read.
     *
     * @return below what was read long enough ago, at most {@code position}
     */
    long reached(long position) {
        long now = System.nanoTime();
        Position last = positions.peekLast();
        if (last == null || (now - last.nanos >= APART_NANOS && position > last.sequence)) {
            positions.add(new Position(position, now));
        }
        for (Position first = positions.peek();
                first != null && now - first.nanos >= LAG_NANOS;
                first = positions.peek()) {
            settled = Math.max(settled, first.sequence);
            positions.remove();
        }
        return Math.min(settled, position);
    }

    private record Position(long sequence, long nanos) {}
}
