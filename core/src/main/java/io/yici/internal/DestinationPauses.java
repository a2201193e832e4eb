package io.yici.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The destinations that take nothing now, and for how long each is left alone. For the relay's one thread. */
final class DestinationPauses {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.outbox");

    private final Waits waits;
    private final Map<String, Pause> pauses = new HashMap<>();

    DestinationPauses(Waits waits) {
        this.waits = waits;
    }

    /** It took nothing; several sends that were under way together count once. */
    void unreachable(String destination, String reason) {
        Pause before = pauses.get(destination);
        if (before != null && isRunning(before)) {
            return;
        }
        int failures = before == null ? 1 : before.failures + 1;
        long nanos = waits.after(failures).toNanos();
        pauses.put(destination, new Pause(failures, System.nanoTime() + nanos));
        if (failures == 1) {
            LOG.warn("Destination {} takes no messages ({}); they wait, and burn no tries.", destination, reason);
        }
    }

    /** It took something. */
    void reached(String destination) {
        if (pauses.remove(destination) != null) {
            LOG.info("Destination {} takes messages again.", destination);
        }
    }

    boolean isPaused(String destination) {
        Pause pause = pauses.get(destination);
        return pause != null && isRunning(pause);
    }

    /** Those that are left alone now, at most so many. */
    Set<String> running(int most) {
        Set<String> names = new TreeSet<>();
        for (Map.Entry<String, Pause> each : pauses.entrySet()) {
            if (isRunning(each.getValue()) && names.size() < most) {
                names.add(each.getKey());
            }
        }
        return names;
    }

    /** How long until the first one that is left alone is to be tried. */
    long nanosToNext(long atMost) {
        long now = System.nanoTime();
        long nearest = atMost;
        for (Pause pause : pauses.values()) {
            long left = pause.until - now;
            if (left > 0) {
                nearest = Math.min(nearest, left);
            }
        }
        return nearest;
    }

    private static boolean isRunning(Pause pause) {
        return pause.until - System.nanoTime() > 0;
    }

    private record Pause(int failures, long until) {}
}
