package io.yici.internal;

import io.yici.OperationId;
import io.yici.store.OperationRecord;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Single flight: calls of one operation in this JVM share one execution, and all but one wait in memory without a
 * connection. What is shared is the committed record, never an exception and never the live answer.
 */
final class Flights {
    private final ConcurrentMap<OperationId, Flight> flights = new ConcurrentHashMap<>();

    /** Takes off as the leader, or returns the flight that is under way. */
    Boarding board(OperationId id) {
        Flight mine = new Flight();
        Flight other = flights.putIfAbsent(id, mine);
        return other == null ? new Boarding(mine, true) : new Boarding(other, false);
    }

    /**
     * Ends a flight that this thread leads: with the committed record, or with null when others must try themselves.
     */
    void land(OperationId id, Flight flight, @Nullable OperationRecord record) {
        flights.remove(id, flight);
        flight.landing.complete(new Landing(record));
    }

    /** A flight, and whether the caller leads it. */
    record Boarding(Flight flight, boolean leads) {}

    /** What a flight brought: nothing when it failed or left no record. */
    record Landing(@Nullable OperationRecord record) {}

    /** One execution under way. */
    static final class Flight {
        private final CompletableFuture<Landing> landing = new CompletableFuture<>();

        /** Waits for the landing; null when the time is over or the thread was interrupted (its flag is then set). */
        @Nullable Landing await(Duration atMost) {
            try {
                return landing.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException over) {
                return null;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return null;
            } catch (ExecutionException impossible) {
                throw new IllegalStateException("a flight never ends exceptionally", impossible);
            }
        }
    }
}
