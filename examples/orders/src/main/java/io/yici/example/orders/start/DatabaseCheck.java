package io.yici.example.orders.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Opens one connection before anything else is built, so that a wrong database is one line and not the failure of
 * whatever needs it first. Waits at most ten seconds.
 */
public final class DatabaseCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final int SECONDS = 10;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Environment environment = context.getEnvironment();
        String url = environment.getRequiredProperty("spring.datasource.url");
        if (Database.of(url) == Database.SQLITE) {
            makeDirectoryOf(url);
        }
        String user = environment.getProperty("spring.datasource.username");
        DriverManager.setLoginTimeout(SECONDS);
        try (Connection connection =
                DriverManager.getConnection(url, user, environment.getProperty("spring.datasource.password"))) {
            connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException refused) {
            throw new CannotStartException(explain(url, user, refused), refused);
        }
    }

    private static void makeDirectoryOf(String url) {
        Path file = Path.of(url.substring("jdbc:sqlite:".length()).split("\\?", 2)[0])
                .toAbsolutePath();
        Path directory = file.getParent();
        try {
            Files.createDirectories(directory);
        } catch (IOException refused) {
            throw new CannotStartException("the data directory " + directory + " cannot be created.", refused);
        }
        if (!Files.isWritable(directory) || (Files.exists(file) && !Files.isWritable(file))) {
            throw new CannotStartException("the data directory " + directory + " cannot be written.", null);
        }
    }

    private static String explain(String url, @Nullable String user, SQLException refused) {
        String where = "the database " + Database.withoutParameters(url);
        String state = refused.getSQLState() == null ? "" : refused.getSQLState();
        String reason = String.valueOf(refused.getMessage()).lines().findFirst().orElse("");
        if (state.startsWith("28")) {
            return where + " refuses user '" + user + "': check --db-user and --db-password.";
        }
        if (state.startsWith("08")) {
            return where + " cannot be reached: check --db-url, and that it runs. (" + reason + ")";
        }
        return where + " cannot be used: " + reason;
    }
}
