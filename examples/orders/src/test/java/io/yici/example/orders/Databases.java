package io.yici.example.orders;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The databases of these tests. */
public final class Databases {
    private Databases() {}

    /** A fresh database; where this machine cannot run it the test is skipped, and fails when {@code CI=true}. */
    public static FreshDatabase fresh(TestDatabase kind, Class<?> test) {
        Optional<String> missing = kind.missing();
        if (missing.isPresent() && "true".equals(System.getenv("CI"))) {
            throw new AssertionError(missing.get());
        }
        missing.ifPresent(Assumptions::abort);
        return kind.create(test.getSimpleName());
    }

    /** Runs a statement by itself, and tells how many rows it changed. */
    public static int execute(FreshDatabase database, String sql) {
        try (Connection connection = database.unpooled().getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** What a query of one number answers. */
    public static int number(FreshDatabase database, String sql) {
        try (Connection connection = database.unpooled().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
