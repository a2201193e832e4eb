package io.yici.example.orders.start;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Creates the tables and the products where they are missing, in one transaction. */
@Component
class Tables {
    Tables(
            @Value("${spring.datasource.url}") String url,
            DataSource dataSource,
            PlatformTransactionManager transactions) {
        ResourceDatabasePopulator script = new ResourceDatabasePopulator(
                new ClassPathResource(Database.of(url).script()));
        script.setSqlScriptEncoding(StandardCharsets.UTF_8.name());
        try {
            new TransactionTemplate(transactions).executeWithoutResult(transaction -> {
                DatabasePopulatorUtils.execute(script, dataSource);
                addColumns(dataSource);
            });
        } catch (DataAccessException | TransactionException refused) {
            throw new CannotStartException(
                    "the tables cannot be set up in " + Database.withoutParameters(url) + ": "
                            + NestedExceptionUtils.getMostSpecificCause(refused).getMessage(),
                    refused);
        }
    }

    /** On the connection of the running transaction. */
    private static void addColumns(DataSource dataSource) {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            NewColumns.add(connection);
        } catch (SQLException refused) {
            throw new UncategorizedSQLException("add the new columns of orders", null, refused);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }
}
