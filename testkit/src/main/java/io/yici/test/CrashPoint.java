package io.yici.test;

/** The steps of a transactional run at which something can die. */
public enum CrashPoint {
    /** A connection is had; the claim is not sent. */
    BEFORE_CLAIM,
    /** The claim is inserted; the work has not begun. */
    AFTER_CLAIM,
    /** The first business statement has been executed. */
    AFTER_BUSINESS_WRITE,
    /** The finish has been executed; the commit is not sent. */
    BEFORE_COMMIT,
    /** The commit has returned; the answer has not left. */
    AFTER_COMMIT
}
