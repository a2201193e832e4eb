package io.yici.internal;

import io.yici.external.StepSettings;
import java.util.concurrent.ThreadLocalRandom;

/** How long until a call is asked about again: each time half as long again, spread by a fifth either way. */
final class StepDelays {
    private static final double GROWTH = 1.5;

    /** Growth over more tries than this would make the first delays vanish. */
    private static final int GROWING = 40;

    private StepDelays() {}

    /** The delay after so many tries; all of them together take as long as the settings say. */
    static long millis(StepSettings settings, int tries) {
        double growth = Math.pow(GROWTH, Math.min(1.0, (double) GROWING / settings.tries()));
        double first = settings.triesOver().toMillis() * (growth - 1) / (Math.pow(growth, settings.tries()) - 1);
        double delay = first * Math.pow(growth, Math.min(tries, settings.tries() - 1));
        return Math.max(1, (long) (delay * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
    }
}
