package io.yici.jdbc;

import java.util.Collections;

/**
 * The statements of the clean-up.
 *
 * @param begin takes the writer's place where there is only one, so that what is read stays true; else empty
 * @param due selects and locks records whose time is over, with 1 for those that do not even refuse any more
 * @param bury makes tombstones of a batch of ids
 * @param delete deletes a batch of ids
 * @param dueSteps selects and locks calls to other systems that have ended and whose time is over
 * @param deleteSteps deletes a batch of them by their keys
 * @param dueTries selects and locks messages that failed once and never came again
 * @param deleteTries deletes a batch of them by their ids
 * @param dueVersions selects and locks versions of things that no message has brought for long
 * @param deleteVersions deletes a batch of them by their ids
 */
record CleanupStatements(
        String begin,
        String due,
        String bury,
        String delete,
        String dueSteps,
        String deleteSteps,
        String dueTries,
        String deleteTries,
        String dueVersions,
        String deleteVersions) {
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
                text(dialect, names, delete),
                text(
                        dialect,
                        names,
                        "SELECT step_key FROM {step} WHERE state IN ('done', 'failed') AND next_try_at <= {now}"
                                + " ORDER BY next_try_at LIMIT ?"
                                + dialect.tidying().passing()),
                text(
                        dialect,
                        names,
                        dialect.tidying().delete().replace("{record}", "{step}")
                                + " WHERE state IN ('done', 'failed') AND next_try_at <= {now} AND step_key IN ("
                                + String.join(", ", Collections.nCopies(batch, "?")) + ")"),
                due(dialect, names, "{parked}", "state = 'trying' AND"),
                delete(dialect, names, "{parked}", "state = 'trying' AND", ids),
                due(dialect, names, "{version}", ""),
                delete(dialect, names, "{version}", "", ids));
    }

    private static String due(Dialect dialect, TableNames names, String table, String condition) {
        return text(
                dialect,
                names,
                "SELECT id FROM " + table + " WHERE " + condition + " keep_until <= {now} ORDER BY keep_until LIMIT ?"
                        + dialect.tidying().passing());
    }

    private static String delete(Dialect dialect, TableNames names, String table, String condition, String ids) {
        return text(
                dialect,
                names,
                dialect.tidying().delete().replace("{record}", table).replace(" FORCE INDEX (PRIMARY)", "") + " WHERE "
                        + condition + " keep_until <= {now}" + ids);
    }

    private static String text(Dialect dialect, TableNames names, String statement) {
        return names.in(statement).replace("{now}", dialect.now());
    }
}
