package io.yici.json;

/**
 * How often a codec, before it hands out the bytes of an answer, reads them back and compares. A difference makes the
 * run fail while it can still be rolled back, instead of giving repeats another answer than the first call.
 *
 * <p>Compared are class, bytes when written again, and {@code equals} where the class defines it by content. It costs
 * about five times the writing: some microseconds for a small answer.
 */
public enum ReadBack {
    /** Every answer. */
    ALWAYS,
    /**
     * The first 16 answers of each type that consists only of records, enums, final classes and JDK values; every
     * answer of any other type, since a subclass may come along at any time. The default.
     */
    UNTIL_TRUSTED,
    /** No answer; only what cannot be written is found. */
    NEVER
}
