package io.yici.state;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Decides from what a row holds how it changes. May be called again with a newer row, so it does nothing else. */
@FunctionalInterface
public interface RowChange {
    /**
     * Says what is set.
     *
     * @param row at the row, with all its columns; not to be moved or kept
     * @param update to say it on: {@code update.set("balance", row.getLong("balance") - 10)}
     */
    VersionedUpdate from(ResultSet row, VersionedUpdate update) throws SQLException;
}
