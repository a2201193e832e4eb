package io.yici.external;

/**
 * What one round of the settler did.
 *
 * @param settled operations that have ended
 * @param later calls that are asked about again later
 * @param forOperators calls that wait for a person from now on
 * @param failed calls that could not be taken up, mostly because the store failed
 */
public record SettlerRound(int settled, int later, int forOperators, int failed) {
    private static final SettlerRound NOTHING = new SettlerRound(0, 0, 0, 0);

    /** Nothing was due. */
    public static SettlerRound nothing() {
        return NOTHING;
    }

    /** These. */
    public static SettlerRound of(int settled, int later, int forOperators, int failed) {
        return new SettlerRound(settled, later, forOperators, failed);
    }

    /** Both together. */
    public SettlerRound plus(SettlerRound other) {
        return new SettlerRound(
                settled + other.settled, later + other.later, forOperators + other.forOperators, failed + other.failed);
    }

    /** Whether nothing was done. */
    public boolean isNothing() {
        return equals(NOTHING);
    }
}
