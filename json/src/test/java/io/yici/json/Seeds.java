package io.yici.json;

/** Seeds of tests by chance: printed, and taken from {@code -Dyici.seed} to repeat a run. */
final class Seeds {
    private Seeds() {}

    static long next(String test) {
        long seed = Long.getLong("yici.seed", System.nanoTime());
        System.out.println(test + " runs with -Dyici.seed=" + seed);
        return seed;
    }
}
