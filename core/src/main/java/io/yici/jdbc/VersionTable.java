package io.yici.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;

/** The statements on the versions that messages brought, prepared as text once. Thread-safe. */
final class VersionTable {
    private final boolean counts;
    private final String advance;
    private final String token;

    VersionTable(Dialect dialect, TableNames names) {
        Function<String, String> text = statement -> names.in(statement).replace("{now}", dialect.now());
        // An InnoDB driver may count a row that is left as it was.
        this.counts = !dialect.isInnoDb();
        this.advance = text.apply(dialect.messages().advance());
        this.token = text.apply("SELECT token FROM {version} WHERE id = ?");
    }

    /** Writes a version where it is newer. */
    boolean advance(
            Connection connection,
            byte[] id,
            String operation,
            String aggregate,
            long version,
            String newToken,
            long keepMillis)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(advance)) {
            statement.setBytes(1, id);
            statement.setString(2, operation);
            statement.setString(3, aggregate);
            statement.setLong(4, version);
            statement.setString(5, newToken);
            statement.setLong(6, Math.min(keepMillis, RecordTable.LONGEST));
            int changed = statement.executeUpdate();
            return counts ? changed == 1 : isWritten(connection, id, newToken);
        }
    }

    private boolean isWritten(Connection connection, byte[] id, String newToken) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(token)) {
            statement.setBytes(1, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && newToken.equals(row.getString(1));
            }
        }
    }
}
