package io.yici.jdbc;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Business code on the connection that also holds the record. It neither commits, rolls back nor closes the connection,
 * and lets database errors out; it may run again after a conflict.
 */
@FunctionalInterface
public interface ConnectionWork<T extends @Nullable Object, X extends Exception> {
    /** Does the work and returns the answer. */
    T run(Connection connection) throws X;
}
