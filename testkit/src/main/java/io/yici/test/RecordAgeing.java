package io.yici.test;

import io.yici.Operation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Makes stored records older, so that retention can be tested without sleeping and without moving a clock. */
public final class RecordAgeing {
    private final DataSource dataSource;
    private final String table;

    private RecordAgeing(DataSource dataSource, String table) {
        this.dataSource = dataSource;
        this.table = table;
    }

    /** Ages records in the default table. */
    public static RecordAgeing on(DataSource dataSource) {
        return on(dataSource, "yici_record");
    }

    /** Ages records in a table of another name. */
    public static RecordAgeing on(DataSource dataSource, String table) {
        return new RecordAgeing(dataSource, table);
    }

    /**
     * Makes the record of one operation look as if it had been written this much earlier; returns how many were there.
     */
    public int age(Operation operation, Duration by) {
        return update(" where id = ?", by, operation.id().bytes());
    }

    /** Makes every record look as if it had been written this much earlier; returns how many there are. */
    public int ageAll(Duration by) {
        return update("", by, null);
    }

    private int update(String where, Duration by, byte @org.jspecify.annotations.Nullable [] id) {
        String sql = "update " + table
                + " set created_at = created_at - ?, answers_until = answers_until - ?, refuses_until = refuses_until - ?,"
                + " lease_until = lease_until - ?"
                + where;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int time = 1; time <= 4; time++) {
                statement.setLong(time, by.toMillis());
            }
            if (id != null) {
                statement.setBytes(5, id);
            }
            int aged = statement.executeUpdate();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return aged;
        } catch (SQLException failed) {
            throw new AssertionError("records could not be aged", failed);
        }
    }
}
