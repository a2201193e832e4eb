package io.yici.example.orders.storm;

import java.util.Random;

/**
 * What one buyer wants to do, drawn from the seed: equal seeds, equal plans, whatever happens to them then.
 *
 * @param number of the buyer
 * @param sku what is bought
 * @param quantity how many
 * @param channel how it is paid
 * @param paying how often it is paid at once
 * @param otherChannel how it is paid the other time, when it is paid twice
 * @param cancelling when it is cancelled
 * @param cancelAfterMillis how long after the beginning of the payment, when it is cancelled during that
 * @param refunds how many equal refunds are asked for at once, once it is paid
 * @param wholeRefunds whether each is over everything, so that only one can be done
 * @param tries how many payments follow one another while they are declined
 */
record Plan(
        int number,
        String sku,
        int quantity,
        String channel,
        Paying paying,
        String otherChannel,
        Cancelling cancelling,
        int cancelAfterMillis,
        int refunds,
        boolean wholeRefunds,
        int tries) {
    private static final String[] SKUS = {"TEA-1", "TEA-1", "TEA-1", "TEA-2", "CUP-1"};
    private static final String[] CHANNELS = {"alipay", "wechat", "card"};

    /** How often an order is paid at once. */
    enum Paying {
        ONCE,
        /** With another key, at the same time. */
        TWICE,
        /** Once, and the buyer goes away before the answer. */
        ABANDONED
    }

    /** When an order is cancelled. */
    enum Cancelling {
        NEVER,
        BEFORE,
        DURING,
        AFTER
    }

    static Plan of(long seed, int number) {
        Random chance = new Random(seed + number * 1_000_003L);
        return new Plan(
                number,
                pick(SKUS, chance),
                1 + chance.nextInt(2),
                pick(CHANNELS, chance),
                paying(chance.nextInt(100)),
                pick(CHANNELS, chance),
                cancelling(chance.nextInt(100)),
                chance.nextInt(2_000),
                chance.nextInt(4),
                chance.nextInt(4) == 0,
                1 + chance.nextInt(3));
    }

    String key(String purpose) {
        return "storm-" + number + "-" + purpose;
    }

    private static Paying paying(int percent) {
        return percent < 55 ? Paying.ONCE : percent < 85 ? Paying.TWICE : Paying.ABANDONED;
    }

    private static Cancelling cancelling(int percent) {
        if (percent < 60) {
            return Cancelling.NEVER;
        }
        return percent < 65 ? Cancelling.BEFORE : percent < 90 ? Cancelling.DURING : Cancelling.AFTER;
    }

    private static String pick(String[] from, Random chance) {
        return from[chance.nextInt(from.length)];
    }
}
