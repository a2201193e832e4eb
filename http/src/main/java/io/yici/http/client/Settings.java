package io.yici.http.client;

import java.time.Clock;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** What one send goes by. */
record Settings(
        int attempts,
        Duration totalDeadline,
        Backoff backoff,
        Duration serverRetention,
        CallListener listener,
        Clock clock,
        Pace pace,
        DoubleSupplier chance) {}
