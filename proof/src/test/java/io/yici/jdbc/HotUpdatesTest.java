package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.services.TestDatabase;
import io.yici.store.OperationStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** On PostgreSQL a finish changes no index: all its columns were given their values by the claim. */
class HotUpdatesTest {
    private static final int COUNT = 200;

    @Test
    void everyFinishIsAHotUpdate() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.POSTGRESQL, false, null).open("hot")) {
            OperationStore store = site.store();
            for (int count = 0; count < COUNT; count++) {
                Records.finished(store, Records.fresh());
            }
            // The sessions of the pool report what they did when they end.
            ((HikariDataSource) site.dataSource()).close();
            try (Connection connection = site.fresh().unpooled().getConnection();
                    Statement statement = connection.createStatement()) {
                long deadline = System.nanoTime() + 30_000_000_000L;
                while (updates(statement, "n_tup_upd") < COUNT) {
                    assertThat(System.nanoTime()).isLessThan(deadline);
                }
                assertThat(updates(statement, "n_tup_hot_upd")).isEqualTo(COUNT);
            }
        }
    }

    private static long updates(Statement statement, String counter) throws Exception {
        statement.execute("SELECT pg_stat_clear_snapshot()");
        try (ResultSet row = statement.executeQuery(
                "SELECT " + counter + " FROM pg_stat_user_tables WHERE relname = 'yici_record'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
