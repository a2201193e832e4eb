package io.yici.example.gateway;

/** The switches as they are now, for everybody who reads or changes them. Thread safe. */
final class SwitchBoard {
    private volatile Switches now;

    SwitchBoard(Switches now) {
        this.now = now;
    }

    Switches now() {
        return now;
    }

    void set(Switches wanted) {
        now = wanted;
    }
}
