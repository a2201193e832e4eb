package io.yici.services;

import org.jspecify.annotations.Nullable;

/** What a proxy's connections are to suffer. */
final class Faults {
    private @Nullable Cut armed;
    private int cuts;
    private boolean frozen;

    /** Where a connection is to be cut, seen from the server's COMMIT. */
    enum Cut {
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    synchronized void arm(Cut cut) {
        armed = cut;
    }

    /** Asked at each COMMIT; the first to ask gets what is armed. */
    synchronized @Nullable Cut disarm() {
        Cut cut = armed;
        armed = null;
        return cut;
    }

    synchronized void count() {
        cuts++;
    }

    synchronized int cuts() {
        return cuts;
    }

    synchronized void freeze() {
        frozen = true;
    }

    synchronized void unfreeze() {
        frozen = false;
        notifyAll();
    }

    synchronized void awaitUnfrozen() throws InterruptedException {
        while (frozen) {
            wait();
        }
    }
}
