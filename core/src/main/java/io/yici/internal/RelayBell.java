package io.yici.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells the relays of this process that there is something to send. Thread-safe. */
public final class RelayBell {
    private final List<Runnable> ears = new CopyOnWriteArrayList<>();

    /** Wakes all; neither blocks nor throws. */
    void ring() {
        ears.forEach(Runnable::run);
    }

    void heardBy(Runnable ear) {
        ears.add(ear);
    }

    void noLongerHeardBy(Runnable ear) {
        ears.remove(ear);
    }
}
