package io.yici.internal;

import io.yici.outbox.SendResult;
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
    private final Map<String, Rest> rests = new HashMap<>();

    DestinationPauses(Waits waits) {
        this.waits = waits;
    }

    /** It took nothing; several sends that were under way together count once, by the longest rest they ask for. */
    void unreachable(String destination, SendResult.Unreachable unreachable) {
        Rest before = rests.get(destination);
        long asked = System.nanoTime() + unreachable.after().toNanos();
        if (before != null && isRunning(before)) {
            if (asked - before.until > 0) {
                rests.put(destination, new Rest(before.failures, asked, true));
            }
            return;
        }
        int failures = before == null ? 1 : before.failures + 1;
        long own = System.nanoTime() + waits.after(failures).toNanos();
        rests.put(destination, asked - own > 0 ? new Rest(failures, asked, true) : new Rest(failures, own, false));
        if (failures == 1) {
            LOG.warn(
                    "Destination {} takes no messages ({}); they wait, and burn no tries.",
                    destination,
                    unreachable.reason());
        }
    }

    /** It took something, which ends a rest of our own making. */
    void reached(String destination) {
        Rest rest = rests.get(destination);
        if (rest != null && !(rest.askedFor && isRunning(rest))) {
            rests.remove(destination);
            LOG.info("Destination {} takes messages again.", destination);
        }
    }

    boolean isPaused(String destination) {
        Rest rest = rests.get(destination);
        return rest != null && isRunning(rest);
    }

    /** Those that are left alone now, at most so many. */
    Set<String> running(int most) {
        Set<String> names = new TreeSet<>();
        for (Map.Entry<String, Rest> each : rests.entrySet()) {
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
        for (Rest rest : rests.values()) {
            long left = rest.until - now;
            if (left > 0) {
                nearest = Math.min(nearest, left);
            }
        }
        return nearest;
    }

    private static boolean isRunning(Rest rest) {
        return rest.until - System.nanoTime() > 0;
    }

    /**
     * For how long one is left alone.
     *
     * @param askedFor whether by itself: it ends no sooner then
     */
    private record Rest(int failures, long until, boolean askedFor) {}
}
