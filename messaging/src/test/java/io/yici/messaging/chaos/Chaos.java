package io.yici.messaging.chaos;

import io.yici.messaging.chaos.ChaosRun.Plan;
import io.yici.services.TestDatabase;
import java.util.Locale;

/** The long form, by command: {@code [--seed N] [--db postgresql|mariadb] [--messages N] [--kills N] [--crashes N]}. */
public final class Chaos {
    private Chaos() {}

    /** Ends with status 1 when anything was lost, applied twice or out of order. */
    public static void main(String[] arguments) throws Exception {
        String seed = option(arguments, "--seed", String.valueOf(System.nanoTime()));
        int messages = Integer.parseInt(option(arguments, "--messages", "10000"));
        Plan plan = new Plan(
                TestDatabase.valueOf(option(arguments, "--db", "postgresql").toUpperCase(Locale.ROOT)),
                Long.parseLong(seed),
                messages,
                100,
                2,
                2,
                3,
                Integer.parseInt(option(arguments, "--kills", "40")),
                Integer.parseInt(option(arguments, "--crashes", "5")));
        boolean clean;
        try (ChaosRun run = new ChaosRun(plan)) {
            clean = run.run().isClean(messages);
        }
        System.out.println(
                clean ? "chaos: clean" : "chaos: FAULTY; the same seed kills in the same order: --seed " + seed);
        System.exit(clean ? 0 : 1);
    }

    private static String option(String[] arguments, String name, String otherwise) {
        for (int index = 0; index < arguments.length - 1; index++) {
            if (arguments[index].equals(name)) {
                return arguments[index + 1];
            }
        }
        return otherwise;
    }
}
