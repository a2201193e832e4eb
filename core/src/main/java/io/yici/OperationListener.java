package io.yici;

/**
 * Hears of every {@link OperationEvent}, on the thread of the call, after the fact. Must be quick and thread-safe; what
 * it throws is logged and never harms the work.
 */
@FunctionalInterface
public interface OperationListener {
    /** Called once for each event. */
    void on(OperationEvent event);
}
