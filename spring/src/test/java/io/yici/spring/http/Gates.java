package io.yici.spring.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds handlers up in the middle of their work, by order. */
final class Gates {
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    /** Every handler of this order waits from here on. */
    Gate close(String order) {
        Gate gate = new Gate(new CountDownLatch(1), new CountDownLatch(1));
        gates.put(order, gate);
        return gate;
    }

    void pass(String order) {
        Gate gate = gates.get(order);
        if (gate != null) {
            gate.reached.countDown();
            within(gate.opened, "the gate was not opened");
        }
    }

    private static void within(CountDownLatch latch, String otherwise) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new AssertionError(otherwise);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(otherwise, interrupted);
        }
    }

    /** One of them. */
    record Gate(CountDownLatch reached, CountDownLatch opened) implements AutoCloseable {
        void awaitHandler() {
            within(reached, "no handler came to the gate");
        }

        @Override
        public void close() {
            opened.countDown();
        }
    }
}
