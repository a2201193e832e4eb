package io.yici.messaging.rocketmq;

import java.time.Duration;

/** RocketMQ's delay levels as brokers come, from 1 second to 2 hours; the first is number 1. */
final class DelayLevels {
    private static final int[] SECONDS = {
        1, 5, 10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1_200, 1_800, 3_600, 7_200
    };

    private DelayLevels() {}

    /** The first that is not shorter, or the longest. */
    static int atLeast(Duration time) {
        for (int i = 0; i < SECONDS.length; i++) {
            if (time.compareTo(Duration.ofSeconds(SECONDS[i])) <= 0) {
                return i + 1;
            }
        }
        return SECONDS.length;
    }
}
