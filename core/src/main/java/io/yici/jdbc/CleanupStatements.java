package io.yici.jdbc;

import java.util.Collections;

/**
 * The statements of the clean-up.
 *
 * @param begin takes the writer's place where there is only one, so that what is read stays true; else empty
 * @param due selects and locks records whose time is over, with 1 for those that do not even refuse any more
 * @param bury makes tombstones of a batch of ids
 * @param delete deletes a batch of ids
 */
record CleanupStatements(String begin, String due, String bury, String delete) {
    static CleanupStatements of(Dialect dialect, TableNames names, int batch) {
        String ids = " AND id IN (" + String.join(", ", Collections.nCopies(batch, "?")) + ")";
        String due = "SELECT id, CASE WHEN refuses_until <= {now} THEN 1 ELSE 0 END AS dead FROM {record}"
                + " WHERE answers_until <= {now} AND state IN ('finished', 'rejected', 'tombstone') AND format <= "
                + RecordTable.FORMAT + " ORDER BY answers_until LIMIT ?";
        String bury = dialect.tidying().update()
                + " SET state = 'tombstone', caller = '', idempotency_key = '', result = NULL, result_type = NULL,"
                + " answers_until = refuses_until WHERE state IN ('finished', 'rejected')" + ids;
        String delete = dialect.tidying().delete()
                + " WHERE state IN ('finished', 'rejected', 'tombstone') AND refuses_until <= {now}" + ids;
        return new CleanupStatements(
                dialect.isSqlite() ? names.in("DELETE FROM {record} WHERE id IS NULL") : "",
                text(dialect, names, dialect.tidying().due().replace("{due}", due)),
                text(dialect, names, bury),
                text(dialect, names, delete));
    }

    private static String text(Dialect dialect, TableNames names, String statement) {
        return names.in(statement).replace("{now}", dialect.now());
    }
}
