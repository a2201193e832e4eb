package io.yici.jdbc;

import static io.yici.jdbc.LocalDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.SetupException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables, made in each of the ways we offer, and what is said when they are not there. */
class SchemaTest {
    @ParameterizedTest
    @EnumSource
    void createsWhatIsMissingAndNothingElse(LocalDatabase database) throws Exception {
        DataSource dataSource = database.create();
        try (Connection connection = dataSource.getConnection()) {
            Schema schema = Schema.of(connection, TableNames.defaults());
            assertThat(schema.check(connection)).hasSize(6).allMatch(problem -> problem.contains("is missing"));
            schema.createIfMissing(connection);
            assertThat(schema.check(connection)).isEmpty();
            schema.createIfMissing(connection);
        }
    }

    @ParameterizedTest
    @EnumSource
    void prefixIsTheUsersChoice(LocalDatabase database) throws Exception {
        DataSource dataSource = database.create();
        try (Connection connection = dataSource.getConnection()) {
            Schema schema = Schema.of(connection, new TableNames(null, "Shop_"));
            schema.createIfMissing(connection);
            assertThat(schema.check(connection)).isEmpty();
            assertThat(Schema.of(connection, TableNames.defaults()).check(connection))
                    .isNotEmpty();
        }
        execute(dataSource, "SELECT id FROM shop_record");
        execute(dataSource, "DROP INDEX shop_record_due");
        execute(dataSource, "SELECT step_key FROM shop_step");
        execute(dataSource, "DROP INDEX shop_step_due");
    }

    @Test
    void schemaIsTheUsersChoice() throws Exception {
        DataSource dataSource = LocalDatabase.H2.create();
        execute(dataSource, "CREATE SCHEMA guards");
        try (Connection connection = dataSource.getConnection()) {
            Schema schema = Schema.of(connection, new TableNames("guards", "yici_"));
            schema.createIfMissing(connection);
            assertThat(schema.check(connection)).isEmpty();
        }
        execute(dataSource, "SELECT id FROM guards.yici_record");
    }

    @Test
    void sqliteHasNoSchemas() throws Exception {
        try (Connection connection = LocalDatabase.SQLITE.create().getConnection()) {
            assertThatThrownBy(() -> Schema.of(connection, new TableNames("main", "yici_")))
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("Remove the schema setting");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a-b", "a b", "a;drop table x", "\"a\"", "ａ"})
    void namesAreChecked(String name) {
        assertThatThrownBy(() -> new TableNames(null, name)).hasMessageStartingWith("prefix");
        assertThatThrownBy(() -> new TableNames(name, "yici_")).hasMessageStartingWith("schema");
    }

    @ParameterizedTest
    @EnumSource
    void namesTheMissingColumn(LocalDatabase database) throws Exception {
        DataSource dataSource = database.createWithSchema();
        execute(dataSource, "ALTER TABLE yici_record DROP COLUMN result_type");
        assertThat(check(dataSource)).singleElement().asString().startsWith("Column result_type of table yici_record");
    }

    @ParameterizedTest
    @EnumSource
    void namesTheMissingPrimaryKey(LocalDatabase database) throws Exception {
        DataSource dataSource = database.createWithSchema();
        execute(dataSource, "CREATE TABLE copied AS SELECT * FROM yici_record");
        execute(dataSource, "DROP TABLE yici_record");
        execute(dataSource, "ALTER TABLE copied RENAME TO yici_record");
        assertThat(check(dataSource)).singleElement().asString().contains("yici_record has no primary key");
    }

    @Test
    void aTransactionOfTheCallerIsNotUsedForDdl() throws Exception {
        try (Connection connection = LocalDatabase.H2.create().getConnection()) {
            connection.setAutoCommit(false);
            Schema schema = Schema.of(connection, TableNames.defaults());
            assertThatThrownBy(() -> schema.createIfMissing(connection)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void flywayRunsTheScript(LocalDatabase database) throws Exception {
        DataSource dataSource = database.create();
        Flyway flyway = Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:yici/schema/" + database.name().toLowerCase(Locale.ROOT))
                .load();
        assertThat(flyway.migrate().migrationsExecuted).isEqualTo(1);
        assertThat(flyway.migrate().migrationsExecuted).isZero();
        assertThat(check(dataSource)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void liquibaseRunsTheScript(LocalDatabase database) throws Exception {
        DataSource dataSource = database.create();
        for (int times = 0; times < 2; times++) {
            try (Connection connection = dataSource.getConnection()) {
                Database target =
                        DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
                new CommandScope(UpdateCommandStep.COMMAND_NAME)
                        .addArgumentValue(DbUrlConnectionArgumentsCommandStep.DATABASE_ARG, target)
                        .addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, "yici/schema/changelog.xml")
                        .execute();
            }
        }
        assertThat(check(dataSource)).isEmpty();
    }

    private static List<String> check(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return Schema.of(connection, TableNames.defaults()).check(connection);
        }
    }
}
