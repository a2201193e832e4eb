package io.yici.jdbc;

import io.yici.OperationListener;
import io.yici.OperationSettings;
import io.yici.SetupException;
import io.yici.guard.EntryGuard;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenMarks;
import io.yici.internal.DeclaredOperations;
import io.yici.internal.Engine;
import io.yici.internal.Entrance;
import io.yici.internal.PlainCodec;
import io.yici.internal.StoreYici;
import io.yici.store.Codec;
import io.yici.store.RecordCache;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Optional settings of a {@link JdbcYici}. Used by one thread. */
public final class JdbcYiciBuilder {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcYici.class);

    private final DataSource dataSource;
    private final Map<String, OperationSettings> declared = new HashMap<>();
    private final List<OperationListener> listeners = new ArrayList<>();
    private Codec codec = new PlainCodec();
    private @Nullable RecordCache cache;
    private OperationSettings defaults = OperationSettings.defaults();
    private boolean onlyDeclared;
    private TableNames names = TableNames.defaults();
    private boolean createSchema;
    private @Nullable Isolation isolation;
    private @Nullable Duration cleanUpEvery = Duration.ofSeconds(30);
    private int cleanUpBatch = 500;
    private @Nullable FormTokens tokens;
    private @Nullable TokenMarks marks;
    private @Nullable EntryGuard guard;

    JdbcYiciBuilder(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** How answers and requests become bytes; without one, only text and bytes can be stored. */
    public JdbcYiciBuilder codec(Codec codec) {
        this.codec = codec;
        return this;
    }

    /** Keeps committed records near; without one, every replay asks the database. */
    public JdbcYiciBuilder cache(RecordCache cache) {
        this.cache = cache;
        return this;
    }

    /** Adds a listener. */
    public JdbcYiciBuilder listener(OperationListener listener) {
        listeners.add(listener);
        return this;
    }

    /** Settings of operations that have none of their own. */
    public JdbcYiciBuilder defaults(OperationSettings settings) {
        this.defaults = settings;
        return this;
    }

    /** Declares an operation with settings of its own. */
    public JdbcYiciBuilder operation(String name, OperationSettings settings) {
        declared.put(name, settings);
        return this;
    }

    /** Refuses operations that were not declared, instead of giving them the defaults. */
    public JdbcYiciBuilder onlyDeclaredOperations() {
        this.onlyDeclared = true;
        return this;
    }

    /** Schema (null for the connection's own) and prefix of the tables. */
    public JdbcYiciBuilder tables(TableNames names) {
        this.names = names;
        return this;
    }

    /** Creates missing tables at start; needs the right to. */
    public JdbcYiciBuilder createSchemaIfMissing() {
        this.createSchema = true;
        return this;
    }

    /** Isolation of the transactions Yici begins itself; by default the connections' own. */
    public JdbcYiciBuilder isolation(Isolation isolation) {
        this.isolation = isolation;
        return this;
    }

    /** What verifies the keys of operations that take tokens. */
    public JdbcYiciBuilder tokens(FormTokens tokens) {
        this.tokens = tokens;
        return this;
    }

    /** Marks used tokens near, so that repeats look for their answer before they claim; a hint, never a decision. */
    public JdbcYiciBuilder tokenMarks(TokenMarks marks) {
        this.marks = marks;
        return this;
    }

    /** What is asked before the claims of operations that are {@link OperationSettings#guardsEntry() guarded}. */
    public JdbcYiciBuilder entryGuard(EntryGuard guard) {
        this.guard = guard;
        return this;
    }

    /** How often expired records are tidied, and how many in one transaction; every 30 s and 500 by default. */
    public JdbcYiciBuilder cleanUp(Duration every, int batch) {
        this.cleanUpEvery = every;
        this.cleanUpBatch = batch;
        return this;
    }

    /** Leaves expired records to {@link JdbcYici#cleanup()} run by hand, or to another node. */
    public JdbcYiciBuilder withoutScheduledCleanUp() {
        this.cleanUpEvery = null;
        return this;
    }

    /**
     * Connects, checks that the database can keep the promises, and starts the clean-up.
     *
     * @throws SetupException listing everything that cannot be right, with its remedy
     */
    public JdbcYici build() {
        DeclaredOperations operations = new DeclaredOperations(defaults, declared, onlyDeclared);
        Entrance entrance = new Entrance(tokens, marks, guard);
        List<String> unguardable = operations.problems(entrance);
        if (!unguardable.isEmpty()) {
            throw new SetupException(unguardable, null);
        }
        Dialect dialect;
        String place;
        try (Connection connection = dataSource.getConnection()) {
            dialect = DialectDetection.of(connection);
            place = JdbcOperationStore.place(connection, dialect, names);
        } catch (SQLException unreachable) {
            throw new SetupException(
                    List.of("The database cannot be reached: " + unreachable.getMessage()
                            + " Check its address, user and password."),
                    unreachable);
        }
        try {
            return checked(dialect, place, operations, entrance);
        } catch (SQLException refused) {
            throw new SetupException(
                    List.of(dialect.title() + " refused to be set up or checked: " + refused.getMessage()
                            + (createSchema
                                    ? " Grant the right to create tables, or run the schema script by hand."
                                    : " Check the rights of Yici's user.")),
                    refused);
        }
    }

    private JdbcYici checked(Dialect dialect, String place, DeclaredOperations operations, Entrance entrance)
            throws SQLException {
        if (createSchema) {
            try (Connection connection = dataSource.getConnection()) {
                createSchema(connection, dialect);
            }
        }
        StartChecks.Findings findings = StartChecks.of(dataSource, dialect, names);
        findings.warnings().forEach(LOG::warn);
        if (!findings.problems().isEmpty()) {
            throw new SetupException(findings.problems(), null);
        }
        DataSourceTransactions transactions = new DataSourceTransactions(dataSource, dialect, isolation);
        JdbcOperationStore store = new JdbcOperationStore(dataSource, transactions, dialect, names, place);
        Engine engine = new Engine(
                codec, cache, listeners, () -> UUID.randomUUID().toString().replace("-", ""), entrance);
        Cleanup cleanup = new Cleanup(
                dataSource,
                dialect,
                names,
                cleanUpBatch,
                () -> ThreadLocalRandom.current().nextDouble());
        if (cleanUpEvery != null) {
            cleanup.start(cleanUpEvery);
        }
        return new JdbcYici(
                store,
                transactions,
                new StoreYici(engine, store, operations, codec),
                operations,
                cleanup,
                entrance,
                new JdbcLeaseStore(dataSource, dialect, names));
    }

    private void createSchema(Connection connection, Dialect dialect) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(true);
        try {
            new Schema(dialect, names).createIfMissing(connection);
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }
}
