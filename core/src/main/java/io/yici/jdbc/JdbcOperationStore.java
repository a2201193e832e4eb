package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Failure;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in the database of the business data, so that both commit in one transaction. Works on PostgreSQL 15+,
 * MySQL 8, MariaDB 10.11+, SQLite 3.40+ and, for tests, H2 2. Thread-safe.
 */
public final class JdbcOperationStore implements OperationStore {
    private final DataSource dataSource;
    private final JdbcTransactions transactions;
    private final Dialect dialect;
    private final Tables tables;
    private final WriterQueue writers;

    JdbcOperationStore(
            DataSource dataSource, JdbcTransactions transactions, Dialect dialect, TableNames names, String place) {
        this(dataSource, transactions, dialect, Tables.of(dialect, names, place), new WriterQueue());
    }

    private JdbcOperationStore(
            DataSource dataSource, JdbcTransactions transactions, Dialect dialect, Tables tables, WriterQueue writers) {
        this.dataSource = dataSource;
        this.transactions = transactions;
        this.dialect = dialect;
        this.tables = tables;
        this.writers = writers;
    }

    /** The same store, with its transactions opened otherwise. */
    JdbcOperationStore with(JdbcTransactions others) {
        return new JdbcOperationStore(dataSource, others, dialect, tables, writers);
    }

    /**
     * A store on this data source; opens a connection to ask which database it leads to.
     *
     * @param transactions begins the transactions in which business code writes; on connections of {@code dataSource}
     * @throws io.yici.SetupException for a database Yici does not know
     * @throws SQLException when no connection can be had
     */
    public static JdbcOperationStore on(DataSource dataSource, JdbcTransactions transactions, TableNames names)
            throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Dialect dialect = DialectDetection.of(connection);
            return new JdbcOperationStore(dataSource, transactions, dialect, names, place(connection, dialect, names));
        }
    }

    /** Names the database in which the tables are, where lock names are shared by a whole server. */
    static String place(Connection connection, Dialect dialect, TableNames names) throws SQLException {
        String schema = names.schema();
        if (schema == null && dialect.isInnoDb()) {
            schema = connection.getCatalog();
        }
        return schema == null ? "" : schema;
    }

    @Override
    public StoreTransaction begin() {
        return open(
                dialect.isSqlite() && !transactions.threadIsBound()
                        ? () -> inTurn(transactions::begin)
                        : transactions::begin);
    }

    private JdbcTransaction inTurn(Opening opening) throws SQLException {
        Runnable exit = writers.enter();
        boolean begun = false;
        try {
            JdbcTransaction transaction = opening.begin();
            transaction.afterEnd(exit);
            begun = true;
            return transaction;
        } finally {
            if (!begun) {
                exit.run();
            }
        }
    }

    @Override
    public StoreTransaction beginApart() {
        return open(dialect.isSqlite() && !transactions.threadIsBound() ? () -> inTurn(this::apart) : this::apart);
    }

    private JdbcTransaction apart() throws SQLException {
        return OwnTransaction.begin(dataSource, dialect, Isolation.READ_COMMITTED);
    }

    @Override
    public @Nullable StoreTransaction current() {
        try {
            JdbcTransactions.Running running = transactions.current();
            return running == null ? null : new JdbcStoreTransaction(new RunningTransaction(running), dialect, tables);
        } catch (SQLException error) {
            throw notHad(error);
        }
    }

    @Override
    public @Nullable OperationRecord peek(OperationId id) {
        try (Connection connection = dataSource.getConnection()) {
            OperationRecord found = tables.records().read(connection, id);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return found;
        } catch (SQLException error) {
            throw notHad(error);
        }
    }

    @Override
    public boolean threadIsBound() {
        return transactions.threadIsBound();
    }

    @Override
    public Failure classify(Throwable thrown) {
        return dialect.errors().judge(thrown);
    }

    private StoreTransaction open(Opening opening) {
        try {
            return new JdbcStoreTransaction(opening.begin(), dialect, tables);
        } catch (SQLException error) {
            throw notHad(error);
        } catch (RuntimeException error) {
            // A framework's own refusal, such as a wrong use of it, passes unchanged.
            throw ErrorCodes.isSql(error) ? notHad(error) : error;
        }
    }

    private StoreException notHad(Exception error) {
        Failure failure = dialect.errors().judge(error);
        return new StoreException(
                failure == Failure.OTHER ? Failure.UNREACHABLE : failure,
                "No transaction could be begun on " + dialect.title(),
                error);
    }

    private interface Opening {
        JdbcTransaction begin() throws SQLException;
    }
}
