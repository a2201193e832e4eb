package io.yici.http.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Time as it passes for one send: monotonic readings and waits. */
interface Pace {
    /** The real one. */
    Pace REAL = new Pace() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void await(Duration pause) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    };

    long nanoTime();

    void await(Duration pause) throws InterruptedException;
}
