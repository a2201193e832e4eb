package io.yici.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is to be held behind the parked first messages of lanes and is not written down yet. Not thread-safe. */
final class HeldBack {
    private final Map<Long, List<Long>> lanes = new HashMap<>();

    void add(long lane, Collection<Long> sequences) {
        if (!sequences.isEmpty()) {
            lanes.computeIfAbsent(lane, any -> new ArrayList<>()).addAll(sequences);
        }
    }

    /** Those of these lanes; a lane may be parked no longer. */
    List<Long> behind(Set<Long> parkedLanes) {
        List<Long> behind = new ArrayList<>();
        lanes.forEach((lane, sequences) -> {
            if (parkedLanes.contains(lane)) {
                behind.addAll(sequences);
            }
        });
        return behind;
    }

    boolean isEmpty() {
        return lanes.isEmpty();
    }

    int size() {
        return lanes.values().stream().mapToInt(List::size).sum();
    }

    void clear() {
        lanes.clear();
    }
}
