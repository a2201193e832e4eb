package io.yici.test;

import io.yici.Operation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Makes stored records older, so that retention can be tested without sleeping and without moving a clock. */
public final class RecordAgeing {
    private final DataSource dataSource;
    private final String table;
    private final String steps;

    private RecordAgeing(DataSource dataSource, String table) {
        this.dataSource = dataSource;
        this.table = table;
        this.steps = table.replaceFirst("(?i)record$", "step");
    }

    /** Ages records in the default table. */
    public static RecordAgeing on(DataSource dataSource) {
        return on(dataSource, "yici_record");
    }

    /** Ages records in a table of another name, which ends in {@code record}. */
    public static RecordAgeing on(DataSource dataSource, String table) {
        return new RecordAgeing(dataSource, table);
    }

    /**
     * Makes the record of one operation, and its calls to other systems, look as if they had been written this much
     * earlier; returns how many records were there.
     */
    public int age(Operation operation, Duration by) {
        return age(by, operation.id().bytes());
    }

    /**
     * Makes every record, and every call, look as if it had been written this much earlier; returns how many records.
     */
    public int ageAll(Duration by) {
        return age(by, null);
    }

    private int age(Duration by, byte @Nullable [] id) {
        update(
                steps,
                List.of("created_at", "keep_until", "first_called_at", "called_at", "next_try_at", "finished_at"),
                by,
                id);
        return update(table, List.of("created_at", "answers_until", "refuses_until", "lease_until"), by, id);
    }

    private int update(String updated, List<String> times, Duration by, byte @Nullable [] id) {
        String sql = "update " + updated + " set "
                + times.stream().map(time -> time + " = " + time + " - ?").collect(Collectors.joining(", "))
                + (id == null ? "" : " where id = ?");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int time = 1; time <= times.size(); time++) {
                statement.setLong(time, by.toMillis());
            }
            if (id != null) {
                statement.setBytes(times.size() + 1, id);
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
