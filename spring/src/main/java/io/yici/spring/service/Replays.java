package io.yici.spring.service;

/** Hears, on the thread of the call, whether a guarded method answered from its record. For web layers. Thread-safe. */
@FunctionalInterface
public interface Replays {
    /**
     * An outermost guarded call has its answer, or its recorded refusal.
     *
     * @param replayed whether an earlier call had done the work
     */
    void answered(boolean replayed);
}
