package io.yici.jdbc;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A family of databases, as data: statements, in which {@code {record}}, {@code {step}}, {@code {parked}},
 * {@code {version}}, {@code {audit}} and {@code {lease}} stand for the tables and {@code {now}} for the clock; and what
 * its errors mean.
 *
 * @param name also the folder of its DDL
 * @param title the name as people write it
 * @param now the database's wall clock in epoch milliseconds, whatever the session's time zone, one value per statement
 * @param isolation sets level and access mode of the transaction that is about to start, with {@code {level}}; null
 *     where only {@link java.sql.Connection#setTransactionIsolation} can
 * @param primaryKey lists the columns of the record table's primary key, from {@code {table}} and {@code {schema}} too
 * @param claiming how a claim is taken without waiting for a rival
 * @param texts the statements with which it does so
 * @param tidying the statements of the clean-up
 * @param insertAbsent inserts a row whose id is not there, from {@code {insert}} and {@code {values}}; does nothing, or
 *     fails on the primary key, when it is
 * @param orNothing ends an insert that is to do nothing where its {@code {unique}} column holds the value already;
 *     empty where such a statement fails alone, and the transaction goes on
 * @param messages the statements on messages that come in
 * @param relaying the statements on messages that go out
 * @param errors what errors mean
 */
record Dialect(
        String name,
        String title,
        String now,
        @Nullable String isolation,
        String primaryKey,
        Claiming claiming,
        ClaimTexts texts,
        TidyingTexts tidying,
        String insertAbsent,
        String orNothing,
        MessageTexts messages,
        RelayTexts relaying,
        ErrorCodes errors) {

    /**
     * Statements on one record.
     *
     * @param insert inserts a record, from {@code {insert}} and {@code {values}}
     * @param takeOver changes a dead record into a claim, from {@code {update}}, under the operation's lock
     * @param current ends a read that must see what is committed now, whatever the snapshot
     * @param exclusive ends a read that locks the row against every change
     */
    record ClaimTexts(String insert, String takeOver, String current, String exclusive) {}

    /**
     * Statements on many records.
     *
     * @param due locks what {@code {due}} selects, passing over rows in use
     * @param update begins an update of rows by their ids that touches no other row
     * @param delete begins a deletion of rows by their ids that touches no other row
     * @param passing ends a selection that locks what it selects and passes over rows in use
     */
    record TidyingTexts(String due, String update, String delete, String passing) {}

    /**
     * Statements on messages that come in.
     *
     * @param claims inserts records, from {@code {insert}} and {@code {rows}} or {@code {arrays}}, passing over those
     *     that are there and waiting for rivals at most {@code {millis}} or {@code {seconds}}; empty where each row is
     *     inserted by itself
     * @param before shortens the wait for locks, where the statement cannot say so itself; else empty
     * @param after puts it back
     * @param read reads the records of {@code {ids}}, or of those in one array
     * @param advance writes a version where it is newer
     */
    record MessageTexts(String claims, String before, String after, String read, String advance) {}

    /**
     * Statements on messages that go out.
     *
     * @param byIndex makes the rest of the transaction use indexes, where a statement that was planned while the outbox
     *     was empty would go on reading all of it when it no longer is; else empty
     * @param among asks whether {@code {column}} is one of several numbers, at {@code {marks}} or in one array
     */
    record RelayTexts(String byIndex, String among) {
        /** Whether the numbers are one array. */
        boolean asArray() {
            return !among.contains("{marks}");
        }
    }

    /** Whether this is the one database that has a single writer, lives in this process and has no isolation levels. */
    boolean isSqlite() {
        return name.equals("sqlite");
    }

    /** Whether there is a server at the other end of a connection, which rolls back when the connection is cut. */
    boolean remote() {
        return !isSqlite() && !name.equals("h2");
    }

    /** Whether locks have names shared by all databases of a server, and readers at SERIALIZABLE wait for writers. */
    boolean isInnoDb() {
        return name.equals("mysql") || name.equals("mariadb");
    }

    /**
     * The statement that sets level and access mode of the transaction about to start, or null where only
     * {@link java.sql.Connection#setTransactionIsolation} will do: where claims ask the driver for the level.
     */
    @Nullable String isolation(Isolation level) {
        return isolation == null || (isInnoDb() && level == Isolation.SERIALIZABLE)
                ? null
                : isolation.replace("{level}", level.text());
    }

    /**
     * Whether reads at this JDBC isolation level see what others have not committed; PostgreSQL and SQLite never do.
     */
    boolean seesUncommitted(int isolation) {
        return isolation == Connection.TRANSACTION_READ_UNCOMMITTED && (isInnoDb() || name.equals("h2"));
    }
}
