package io.yici.store;

import io.yici.Operation;

/**
 * What is stored of a call before it is made.
 *
 * @param key the derived key, unique
 * @param operation whose call it is
 * @param generation 1, and one more for each further key of the operation
 * @param input what will be asked
 * @param tries how often earlier generations were taken up
 * @param delayMillis how long the settler leaves it alone
 * @param keepMillis how long it is kept once it has ended, counted from now
 */
public record NewStep(
        String key,
        Operation operation,
        int generation,
        StoredValue input,
        int tries,
        long delayMillis,
        long keepMillis) {
    /** Length of a key, in ASCII characters. */
    public static final int KEY_LENGTH = 64;
}
