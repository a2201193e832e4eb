package io.yici.http;

import java.util.Random;

/** Seeds of tests by chance: printed, and taken from {@code -Dyici.seed} to repeat a run. */
final class Seeds {
    private Seeds() {}

    static long next(String test) {
        long seed = Long.getLong("yici.seed", System.nanoTime());
        System.out.println(test + " runs with -Dyici.seed=" + seed);
        return seed;
    }

    /** A text of up to so many of these characters. */
    static String text(Random random, String alphabet, int longest) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(longest + 1); left > 0; left--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    static byte[] bytes(Random random, int longest) {
        byte[] bytes = new byte[random.nextInt(longest + 1)];
        random.nextBytes(bytes);
        return bytes;
    }
}
