package io.yici.example.fulfilment;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Creates the tables of fulfilment where they are missing, in one transaction; several services may start at once. */
final class FulfilmentTables {
    private static final long POSTGRESQL_LOCK = 7_221_411;

    private FulfilmentTables() {}

    static void create(DataSource dataSource, PlatformTransactionManager transactions) throws SQLException {
        String product = productOf(dataSource);
        boolean mysql = product.equals("MySQL") || product.equals("MariaDB");
        ResourceDatabasePopulator script = new ResourceDatabasePopulator(
                new ClassPathResource(mysql ? "fulfilment/tables-mysql.sql" : "fulfilment/tables.sql"));
        new TransactionTemplate(transactions).executeWithoutResult(transaction -> {
            if (product.equals("PostgreSQL")) {
                // IF NOT EXISTS alone can collide here.
                new JdbcTemplate(dataSource).execute("SELECT pg_advisory_xact_lock(" + POSTGRESQL_LOCK + ")");
            }
            DatabasePopulatorUtils.execute(script, dataSource);
        });
    }

    private static String productOf(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getDatabaseProductName();
        }
    }
}
