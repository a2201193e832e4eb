package io.yici.jdbc;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A family of databases, as data: statements, in which {@code {record}} and {@code {audit}} stand for the tables,
 * {@code {now}} for the clock and {@code {insert}} and {@code {values}} for the columns of a claim; and what its errors
 * mean.
 *
 * @param name also the folder of its DDL
 * @param now the database's wall clock in epoch milliseconds, whatever the session's time zone, one value per statement
 * @param claiming how a claim is taken without waiting for a rival
 * @param claim inserts a record
 * @param takeOver changes a dead record into a claim, from {@code {update}}, under the operation's lock
 * @param current ends a read that must see what is committed now, whatever the snapshot
 * @param exclusive ends a read that locks the row against every change
 * @param isolation sets level and access mode of the transaction that is about to start, with {@code {level}}; null
 *     where only {@link java.sql.Connection#setTransactionIsolation} can
 * @param primaryKey lists the columns of the record table's primary key, from {@code {table}} and {@code {schema}} too
 * @param errors what errors mean
 */
record Dialect(
        String name,
        String now,
        Claiming claiming,
        String claim,
        String takeOver,
        String current,
        String exclusive,
        @Nullable String isolation,
        String primaryKey,
        ErrorCodes errors) {

    /** Whether this is the one database that has a single writer, lives in this process and has no isolation levels. */
    boolean isSqlite() {
        return name.equals("sqlite");
    }

    /**
     * The statement that sets level and access mode of the transaction about to start, or null where only
     * {@link java.sql.Connection#setTransactionIsolation} will do: where claims ask the driver for the level.
     */
    @Nullable String isolation(Isolation level) {
        return isolation == null || (serverWideLocks() && level == Isolation.SERIALIZABLE)
                ? null
                : isolation.replace("{level}", level.text());
    }

    /** Whether there is a server at the other end of a connection, which rolls back when the connection is cut. */
    boolean remote() {
        return !isSqlite() && !name.equals("h2");
    }

    /** Whether locks have names shared by all databases of a server. */
    boolean serverWideLocks() {
        return name.equals("mysql") || name.equals("mariadb");
    }

    /** Product name as people write it, for messages. */
    String title() {
        return switch (name) {
            case "postgresql" -> "PostgreSQL";
            case "mysql" -> "MySQL";
            case "mariadb" -> "MariaDB";
            case "sqlite" -> "SQLite";
            default -> name.toUpperCase(Locale.ROOT);
        };
    }
}
