package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.jdbc.FencedUpdate.Applied;
import io.yici.jdbc.FencedUpdate.FencedOut;
import io.yici.jdbc.FencedUpdate.Missing;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that carry a fence: who may write is decided by the row. */
class FencedUpdateTest {
    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#all")
    void onlyEqualAndHigherFencesWrite(Ground ground) throws Exception {
        try (Ground.Site site = open(ground)) {
            assertThat(write(site, 5, "a")).isEqualTo(new Applied());
            assertThat(write(site, 5, "a")).as("the same again").isEqualTo(new Applied());
            assertThat(write(site, 4, "b")).isEqualTo(new FencedOut(5));
            assertThat(write(site, 7, "c")).isEqualTo(new Applied());
            assertThat(write(site, 5, "d")).isEqualTo(new FencedOut(7));
            assertThat(site.number("SELECT COUNT(*) FROM work WHERE id = 1 AND state = 'c' AND fence = 7"))
                    .isEqualTo(1);
            assertThat(site.number("SELECT COUNT(*) FROM work WHERE id = 2 AND state IS NULL AND fence IS NULL"))
                    .isEqualTo(1);
            try (Connection connection = site.dataSource().getConnection()) {
                assertThat(FencedUpdate.of(9).table("work").key("id", 3).run(connection))
                        .isEqualTo(new Missing());
            }
        }
    }

    /** A driver that counts only what changed counts nothing for the same values. */
    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void writingTheSameAgainIsAppliedWhateverTheDriverCounts(TestDatabase database) throws Exception {
        try (Ground.Site site = open(new Ground(database, false, null));
                Connection connection =
                        site.fresh().with("useAffectedRows", "true").unpooled().getConnection()) {
            assertThat(update(5, "a").run(connection)).isEqualTo(new Applied());
            assertThat(update(5, "a").run(connection)).isEqualTo(new Applied());
            assertThat(update(4, "a").run(connection)).isEqualTo(new FencedOut(5));
        }
    }

    /** Inside the caller's transaction, also when that began before the later holder wrote. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SQLITE")
    void oldSnapshotDoesNotHideTheLaterHolder(TestDatabase database) throws Exception {
        try (Ground.Site site = open(new Ground(database, false, null));
                Connection connection = site.dataSource().getConnection()) {
            boolean keepsSnapshot = database == TestDatabase.MYSQL || database == TestDatabase.MARIADB;
            connection.setTransactionIsolation(
                    keepsSnapshot ? Connection.TRANSACTION_REPEATABLE_READ : Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            assertThat(new Questions(connection.createStatement()).text("SELECT fence FROM work WHERE id = 1"))
                    .isEmpty();
            assertThat(write(site, 8, "later")).isEqualTo(new Applied());
            assertThat(update(6, "late").run(connection)).isEqualTo(new FencedOut(8));
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void callersRollBackTakesTheWriteBack(TestDatabase database) throws Exception {
        try (Ground.Site site = open(new Ground(database, false, null));
                Connection connection = site.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(update(6, "x").run(connection)).isEqualTo(new Applied());
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(write(site, 5, "y")).isEqualTo(new Applied());
        }
    }

    @Test
    void keyOfSeveralRowsIsRefused() throws Exception {
        try (Ground.Site site = open(new Ground(TestDatabase.H2, false, null));
                Connection connection = site.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> FencedUpdate.of(3)
                            .table("work")
                            .key("kind", "report")
                            .set("state", "x")
                            .run(connection))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("changed 2 rows");
            connection.rollback();
            assertThat(FencedUpdate.of(3)
                            .table("PUBLIC.work")
                            .key("kind", "report")
                            .key("id", 2)
                            .run(connection))
                    .isEqualTo(new Applied());
            connection.commit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a;drop table work", "\"a\"", "a--", "1a", "a.b.c", "ａ"})
    void namesAreChecked(String name) {
        FencedUpdate update = FencedUpdate.of(1);
        assertThatThrownBy(() -> update.table(name)).hasMessageStartingWith("table");
        assertThatThrownBy(() -> update.key(name, 1)).hasMessageStartingWith("key");
        assertThatThrownBy(() -> update.set(name, 1)).hasMessageStartingWith("set");
        assertThatThrownBy(() -> update.fenceIn(name)).hasMessageStartingWith("fenceIn");
    }

    @Test
    void whatIsMissingIsSaid() throws Exception {
        assertThatThrownBy(() -> FencedUpdate.of(0)).hasMessageStartingWith("fence");
        try (Ground.Site site = open(new Ground(TestDatabase.H2, false, null));
                Connection connection = site.dataSource().getConnection()) {
            for (FencedUpdate update :
                    List.of(FencedUpdate.of(1).table("work"), FencedUpdate.of(1).key("id", 1))) {
                assertThatThrownBy(() -> update.run(connection)).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    private static Ground.Site open(Ground ground) throws SQLException {
        Ground.Site site = ground.open("fenced");
        site.execute(
                "CREATE TABLE work (id INT PRIMARY KEY, kind VARCHAR(20), state VARCHAR(20), fence BIGINT)",
                "INSERT INTO work (id, kind) VALUES (1, 'report')",
                "INSERT INTO work (id, kind) VALUES (2, 'report')");
        return site;
    }

    private static FencedUpdate update(long fence, String state) {
        return FencedUpdate.of(fence).table("work").key("id", 1).set("state", state);
    }

    private static FencedUpdate.Result write(Ground.Site site, long fence, String state) throws SQLException {
        try (Connection connection = site.dataSource().getConnection()) {
            return update(fence, state).run(connection);
        }
    }
}
