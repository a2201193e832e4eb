package io.yici.http.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Time in which waits take none, and are written down; readings move as if they had been waited for. */
final class RecordingPace implements Pace {
    private final List<Duration> waits = new CopyOnWriteArrayList<>();

    List<Duration> waits() {
        return waits;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime()
                + waits.stream().reduce(Duration.ZERO, Duration::plus).toNanos();
    }

    @Override
    public void await(Duration pause) {
        waits.add(pause);
    }
}
