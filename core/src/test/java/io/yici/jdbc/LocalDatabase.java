package io.yici.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.sqlite.SQLiteDataSource;

/** The databases that need no server, each call a new and empty one. */
enum LocalDatabase {
    SQLITE {
        @Override
        DataSource create() {
            SQLiteDataSource dataSource = new SQLiteDataSource();
            // This data source does not take these two from its URL.
            dataSource.setUrl("jdbc:sqlite:" + file() + "?journal_mode=WAL&foreign_keys=true");
            dataSource.setBusyTimeout(200);
            dataSource.setTransactionMode("IMMEDIATE");
            return dataSource;
        }
    },
    H2 {
        @Override
        DataSource create() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return dataSource;
        }
    };

    abstract DataSource create();

    DataSource createWithSchema() throws SQLException {
        DataSource dataSource = create();
        try (Connection connection = dataSource.getConnection()) {
            Schema.of(connection, TableNames.defaults()).createIfMissing(connection);
        }
        return dataSource;
    }

    static Path file() {
        try {
            return Files.createDirectories(Path.of("target", "sqlite")).resolve(UUID.randomUUID() + ".db");
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    static void execute(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
