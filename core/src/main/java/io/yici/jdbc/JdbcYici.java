package io.yici.jdbc;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.SetupException;
import io.yici.Standing;
import io.yici.Work;
import io.yici.Yici;
import io.yici.external.ExternalOperations;
import io.yici.external.ExternalStep;
import io.yici.external.ExternalSteps;
import io.yici.guard.TokenUse;
import io.yici.inbox.Inbox;
import io.yici.inbox.Subscription;
import io.yici.internal.DeclaredOperations;
import io.yici.internal.Entrance;
import io.yici.internal.StoreYici;
import io.yici.lease.Fences;
import io.yici.lease.LeaseSettings;
import io.yici.lease.ThreadTransaction;
import io.yici.outbox.Outbox;
import io.yici.outbox.OutboxSettings;
import io.yici.store.OperationStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Yici on a JDBC data source.
 *
 * <pre>{@code
 * JdbcYici yici = JdbcYici.on(dataSource).codec(new Jackson3Codec()).build();
 * Outcome<Receipt> outcome = yici.once(
 *         Operation.named("order.create").by("merchant-42").key(key), request, Receipt.class,
 *         connection -> orders.place(connection, request));
 * }</pre>
 *
 * <p>Uses one connection for each run, and none while it waits. Called inside its own work it joins that transaction
 * under a savepoint. Thread-safe; close it to stop its clean-up.
 */
public final class JdbcYici implements Yici, AutoCloseable {
    private final JdbcOperationStore store;
    private final DataSourceTransactions ownTransactions;
    private final StoreYici yici;
    private final DeclaredOperations operations;
    private final Cleanup cleanup;
    private final Entrance entrance;
    private final JdbcLeaseStore leases;

    JdbcYici(
            JdbcOperationStore store,
            DataSourceTransactions ownTransactions,
            StoreYici yici,
            DeclaredOperations operations,
            Cleanup cleanup,
            Entrance entrance,
            JdbcLeaseStore leases) {
        this.store = store;
        this.ownTransactions = ownTransactions;
        this.yici = yici;
        this.operations = operations;
        this.cleanup = cleanup;
        this.entrance = entrance;
        this.leases = leases;
    }

    /** Starts building on the data source of the business data. */
    public static JdbcYiciBuilder on(DataSource dataSource) {
        return new JdbcYiciBuilder(dataSource);
    }

    /** Runs work on the record's connection; else as {@link Yici#once(Operation, Object, Class, Work)}. */
    public <T, X extends Exception> Outcome<T> once(
            Operation operation, Object request, Class<T> answer, ConnectionWork<T, X> work) throws X {
        return once(operation, fingerprint(request), Answer.stored(answer), work);
    }

    /** Runs work on the record's connection; else as {@link Yici#once(Operation, Fingerprint, Answer, Work)}. */
    public <T extends @Nullable Object, X extends Exception> Outcome<T> once(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, ConnectionWork<T, X> work) throws X {
        return yici.run(
                operation,
                fingerprint,
                answer,
                transaction -> work.run(WorkConnection.of(((JdbcStoreTransaction) transaction).connection())));
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> Outcome<T> once(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, Work<T, X> work) throws X {
        return yici.once(operation, fingerprint, answer, work);
    }

    @Override
    public Fingerprint fingerprint(@Nullable Object request) {
        return yici.fingerprint(request);
    }

    @Override
    public Standing resolve(Operation operation) {
        return yici.resolve(operation);
    }

    @Override
    public Standing forget(Operation operation, String by, String reason) {
        return yici.forget(operation, by, reason);
    }

    /**
     * The connection of the run, or of the replay being rebuilt, on the calling thread.
     *
     * @throws MisuseException outside of one, or where a framework opens the transactions
     */
    public Connection connection() {
        JdbcTransactions.Running current = ownTransactions.current();
        if (current == null) {
            throw new MisuseException(
                    Operation.current().orElse(null), "There is no run of this Yici on the calling thread.", null);
        }
        return WorkConnection.of(current.connection());
    }

    /**
     * A view of this Yici for one transaction of the caller on the caller's own connection.
     *
     * @throws MisuseException when the connection is in auto-commit or read-only
     */
    public JoinedYici joining(Connection connection) throws SQLException {
        ConnectionTransactions transactions = new ConnectionTransactions(connection);
        return new JoinedYici(yici.on(store.with(transactions)), transactions);
    }

    /** A view of this Yici whose transactions are opened by a framework; shares flights, cache and settings. */
    public Yici with(JdbcTransactions transactions) {
        return yici.on(store.with(transactions));
    }

    /** The same, taking tokens as {@code use} says or as an operation's settings do, whichever is stricter. */
    public Yici with(JdbcTransactions transactions, TokenUse use) {
        return yici.on(store.with(transactions)).taking(use);
    }

    /** The same operations, for work that leaves the database. */
    public ExternalOperations external() {
        return yici.external();
    }

    /** The same, in transactions that are opened by a framework. */
    public ExternalOperations external(JdbcTransactions transactions) {
        return yici.on(store.with(transactions)).external();
    }

    /** The same, taking tokens as {@code use} says or as an operation's settings do, whichever is stricter. */
    public ExternalOperations external(JdbcTransactions transactions, TokenUse use) {
        return yici.on(store.with(transactions)).taking(use).external();
    }

    /**
     * Leases with fences in the same database, which are given back after this Yici's runs when they are closed inside
     * one. Close them when they are no longer used; closing this Yici does not.
     */
    public JdbcLeases leases(LeaseSettings settings) {
        return new JdbcLeases(leases, settings.releasingAfter(ownTransactions));
    }

    /**
     * Knows the transactions of this Yici's runs: for {@link LeaseSettings#releasingAfter}, of leases kept elsewhere.
     */
    public ThreadTransaction threadTransaction() {
        return ownTransactions;
    }

    /** Fences for leases that are kept elsewhere. */
    public Fences fences() {
        return fences(ThreadTransaction.NONE);
    }

    /** The same, where a framework opens the transactions. */
    public Fences fences(ThreadTransaction transaction) {
        return leases.within(transaction.or(ownTransactions));
    }

    /**
     * Declares the calls to other systems that operations make.
     *
     * @throws io.yici.SetupException listing every one that could not be kept or settled
     */
    public ExternalSteps externalSteps(ExternalStep<?, ?, ?>... steps) {
        return yici.externalSteps(List.of(steps));
    }

    /** The same, in transactions that are opened by a framework. */
    public ExternalSteps externalSteps(JdbcTransactions transactions, List<ExternalStep<?, ?, ?>> steps) {
        return yici.on(store.with(transactions)).externalSteps(steps);
    }

    /**
     * Takes messages in, each once.
     *
     * @throws io.yici.SetupException when the operation's settings do not fit messages
     */
    public Inbox inbox(Subscription subscription) {
        return yici.inbox(subscription);
    }

    /** The same, in transactions that are opened by a framework. */
    public Inbox inbox(JdbcTransactions transactions, Subscription subscription) {
        return yici.on(store.with(transactions)).inbox(subscription);
    }

    /** Messages that go out with the transactions of this Yici's runs. */
    public Outbox outbox() {
        return outbox(OutboxSettings.defaults());
    }

    /** The same, kept otherwise. */
    public Outbox outbox(OutboxSettings settings) {
        return yici.outbox(settings);
    }

    /** The same, in transactions that are opened by a framework. */
    public Outbox outbox(JdbcTransactions transactions, OutboxSettings settings) {
        return yici.on(store.with(transactions)).outbox(settings);
    }

    /** The settings under which an operation runs. */
    public OperationSettings settings(String operation) {
        return operations.of(operation);
    }

    /**
     * The settings under which an operation runs where it takes tokens as {@code use} says, or stricter. For start-up:
     * refuses what could not be kept.
     *
     * @throws SetupException when there is no secret for tokens, or records are kept shorter than tokens live
     * @throws IllegalArgumentException when the operation's settings and tokens exclude each other
     */
    public OperationSettings settings(String operation, TokenUse use) {
        OperationSettings settings = operations.taking(use).of(operation);
        List<String> problems = entrance.problems("Operation '" + operation + "'", settings);
        if (!problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
        return settings;
    }

    /** The clean-up of this Yici's tables, to run by hand where the scheduled one is off. */
    public Cleanup cleanup() {
        return cleanup;
    }

    /** The store below, for tests of stores and for those who build on it. */
    public OperationStore store() {
        return store;
    }

    /** Stops the scheduled clean-up. Runs under way are not harmed. */
    @Override
    public void close() {
        cleanup.close();
    }
}
