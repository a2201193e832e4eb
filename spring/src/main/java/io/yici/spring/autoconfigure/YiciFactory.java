package io.yici.spring.autoconfigure;

import io.yici.OperationListener;
import io.yici.OperationSettings;
import io.yici.SetupException;
import io.yici.guard.EntryGuard;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenMarks;
import io.yici.guard.TokenUse;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.JdbcYiciBuilder;
import io.yici.jdbc.TableNames;
import io.yici.spring.SpringYici;
import io.yici.spring.transaction.ManagedDataSource;
import io.yici.spring.transaction.TransactionManagers;
import io.yici.store.Codec;
import io.yici.store.RecordCache;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Makes a {@link SpringYici} on a data source as the properties say. The starter uses it for the primary data source,
 * and for those that {@code @Idempotent(store = …)} names; an application may use it for beans of its own. Thread-safe.
 */
public final class YiciFactory {
    private final YiciProperties properties;
    private final OperationProperties operations;
    private final @Nullable Codec codec;
    private final @Nullable RecordCache cache;
    private final List<OperationListener> listeners;
    private final TransactionManagers managers;
    private final @Nullable FormTokens tokens;
    private final @Nullable TokenMarks marks;
    private final @Nullable EntryGuard guard;

    YiciFactory(
            YiciProperties properties,
            OperationProperties operations,
            @Nullable Codec codec,
            @Nullable RecordCache cache,
            List<OperationListener> listeners,
            TransactionManagers managers,
            @Nullable FormTokens tokens,
            @Nullable TokenMarks marks,
            @Nullable EntryGuard guard) {
        this.properties = properties;
        this.operations = operations;
        this.codec = codec;
        this.cache = cache;
        this.listeners = List.copyOf(listeners);
        this.managers = managers;
        this.tokens = tokens;
        this.marks = marks;
        this.guard = guard;
    }

    /** Whether the settings of an operation say that it takes tokens. */
    boolean takesTokens(String operation) {
        OperationSettings settings = operations.settings().get(operation);
        return settings != null && settings.entry().tokens() != TokenUse.NONE;
    }

    /** What operations without settings of their own run under. */
    static OperationSettings defaults(YiciProperties properties) {
        return OperationSettings.defaults()
                .answersFor(properties.answersFor())
                .refusesFor(properties.refusesFor())
                .waitsFor(properties.waitsFor())
                .leasesFor(properties.leasesFor())
                .retries(properties.retries());
    }

    /**
     * Yici on a data source, in the transactions of the one manager that manages it. Connects and checks.
     *
     * @throws SetupException listing everything that cannot be right, with its remedy
     */
    public SpringYici on(DataSource dataSource) {
        try {
            return on(dataSource, managers.of(dataSource));
        } catch (IllegalArgumentException unmanaged) {
            throw new SetupException(List.of(String.valueOf(unmanaged.getMessage())), unmanaged);
        }
    }

    /** The same with the manager given, for a data source that has several. */
    public SpringYici on(DataSource dataSource, PlatformTransactionManager manager) {
        refuseRouting(dataSource);
        DataSource bare = ManagedDataSource.unwrapped(dataSource);
        return new SpringYici(builder(bare).build(), bare, manager);
    }

    private void refuseRouting(DataSource dataSource) {
        if (!properties.trustRouting() && ManagedDataSource.routes(dataSource)) {
            throw new SetupException(
                    List.of("The data source routes to several databases, and it cannot be shown that a record, its"
                            + " repeats and the business data always meet in one. Use one store for each target, by"
                            + " @Idempotent(store = …), or vouch for it by yici.trust-routing=true."),
                    null);
        }
    }

    private JdbcYiciBuilder builder(DataSource dataSource) {
        JdbcYiciBuilder builder = JdbcYici.on(dataSource)
                .defaults(defaults(properties))
                .tables(new TableNames(properties.schema(), properties.tablePrefix()));
        operations.settings().forEach(builder::operation);
        listeners.forEach(builder::listener);
        if (codec != null) {
            builder.codec(codec);
        }
        if (cache != null) {
            builder.cache(cache);
        }
        if (tokens != null) {
            builder.tokens(tokens);
        }
        if (marks != null) {
            builder.tokenMarks(marks);
        }
        if (guard != null) {
            builder.entryGuard(guard);
        }
        if (properties.cleanup().enabled()) {
            builder.cleanUp(properties.cleanup().every(), properties.cleanup().batchSize());
        } else {
            builder.withoutScheduledCleanUp();
        }
        if (createsSchema(dataSource)) {
            builder.createSchemaIfMissing();
        }
        return builder;
    }

    private boolean createsSchema(DataSource dataSource) {
        return switch (properties.createSchema()) {
            case NEVER -> false;
            case ALWAYS -> true;
            case EMBEDDED -> isEmbedded(dataSource);
        };
    }

    private static boolean isEmbedded(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            DatabaseMetaData database = connection.getMetaData();
            String product = String.valueOf(database.getDatabaseProductName());
            String url = String.valueOf(database.getURL());
            return product.equals("SQLite")
                    || (product.equals("H2") && !url.startsWith("jdbc:h2:tcp:") && !url.startsWith("jdbc:h2:ssl:"));
        } catch (SQLException unreachable) {
            // The start checks say so, with the remedy.
            return false;
        }
    }
}
