package io.yici.spring;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.Standing;
import io.yici.Work;
import io.yici.Yici;
import io.yici.external.ExternalOperations;
import io.yici.external.ExternalStep;
import io.yici.external.ExternalSteps;
import io.yici.guard.TokenUse;
import io.yici.inbox.Inbox;
import io.yici.inbox.Subscription;
import io.yici.jdbc.JdbcLeases;
import io.yici.jdbc.JdbcYici;
import io.yici.lease.Fences;
import io.yici.lease.LeaseSettings;
import io.yici.lease.ThreadTransaction;
import io.yici.outbox.Outbox;
import io.yici.outbox.OutboxSettings;
import io.yici.spring.transaction.EndedTransactions;
import io.yici.spring.transaction.ManagedDataSource;
import io.yici.spring.transaction.SpringThreadTransaction;
import io.yici.spring.transaction.SpringTransactions;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Yici on one data source whose transactions are Spring's: a run joins the calling thread's transaction or begins one,
 * so that JdbcClient, JPA, MyBatis and whatever else works in Spring's transactions commit together with the record.
 *
 * <p>The programmatic way to what {@link Idempotent} does by annotation, and the store that one writes to. Thread-safe;
 * close it to stop its clean-up.
 */
public final class SpringYici implements Yici, AutoCloseable {
    private final JdbcYici records;
    private final DataSource dataSource;
    private final SpringTransactions transactions;
    private final Yici view;

    /**
     * Lets records live in the transactions of a manager.
     *
     * @param records built on {@code dataSource}, or on what a transaction-aware proxy around it stands for
     * @throws IllegalArgumentException when the manager does not manage exactly this data source
     */
    public SpringYici(JdbcYici records, DataSource dataSource, PlatformTransactionManager manager) {
        this.records = records;
        this.dataSource = ManagedDataSource.unwrapped(dataSource);
        this.transactions = SpringTransactions.of(manager, this.dataSource).allowingApart(this::apartAllowed);
        EndedTransactions.watch(manager, this.dataSource);
        this.view = records.with(transactions);
    }

    private boolean apartAllowed() {
        return Operation.current()
                .map(running -> records.settings(running.name()).suspensionAllowed())
                .orElse(false);
    }

    /** The data source that holds the records. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** A view whose transactions are opened otherwise; shares flights, cache and settings. */
    public Yici with(SpringTransactions transactions) {
        return records.with(transactions);
    }

    /** The same, taking tokens as {@code use} says or as an operation's settings do, whichever is stricter. */
    public Yici with(SpringTransactions transactions, TokenUse use) {
        return records.with(transactions, use);
    }

    /** The same operations, for work that leaves the database; in transactions that are opened otherwise. */
    public ExternalOperations external(SpringTransactions transactions) {
        return records.external(transactions);
    }

    /** The same, taking tokens as {@code use} says or as an operation's settings do, whichever is stricter. */
    public ExternalOperations external(SpringTransactions transactions, TokenUse use) {
        return records.external(transactions, use);
    }

    /**
     * Leases with fences in the same database, given back after the calling thread's transaction when they are closed
     * inside one. Close them when they are no longer used; closing this Yici does not.
     */
    public JdbcLeases leases(LeaseSettings settings) {
        return records.leases(settings.releasingAfter(new SpringThreadTransaction(dataSource)));
    }

    /** Knows the calling thread's transaction: for {@link LeaseSettings#releasingAfter}, of leases kept elsewhere. */
    public ThreadTransaction threadTransaction() {
        return new SpringThreadTransaction(dataSource).or(records.threadTransaction());
    }

    /** Fences for leases that are kept elsewhere. */
    public Fences fences() {
        return records.fences(new SpringThreadTransaction(dataSource));
    }

    /**
     * Declares the calls to other systems that operations make, whose business writes are in Spring's transactions.
     *
     * @throws io.yici.SetupException listing every one that could not be kept or settled
     */
    public ExternalSteps externalSteps(List<ExternalStep<?, ?, ?>> steps) {
        return records.externalSteps(transactions, steps);
    }

    /**
     * Takes messages in, each once, in Spring's transactions.
     *
     * @throws io.yici.SetupException when the operation's settings do not fit messages
     */
    public Inbox inbox(Subscription subscription) {
        return records.inbox(transactions, subscription);
    }

    /** Messages that go out with Spring's transactions on this data source, whatever writes in them. */
    public Outbox outbox(OutboxSettings settings) {
        return records.outbox(transactions, settings);
    }

    /** The same, deleted as they are sent. */
    public Outbox outbox() {
        return outbox(OutboxSettings.defaults());
    }

    /** The settings under which an operation runs. */
    public OperationSettings settings(String operation) {
        return records.settings(operation);
    }

    /**
     * The same where it takes tokens as {@code use} says, or stricter; see {@link JdbcYici#settings(String, TokenUse)}.
     */
    public OperationSettings settings(String operation, TokenUse use) {
        return records.settings(operation, use);
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> Outcome<T> once(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, Work<T, X> work) throws X {
        return view.once(operation, fingerprint, answer, work);
    }

    @Override
    public Fingerprint fingerprint(@Nullable Object request) {
        return view.fingerprint(request);
    }

    @Override
    public Standing resolve(Operation operation) {
        return view.resolve(operation);
    }

    @Override
    public Standing forget(Operation operation, String by, String reason) {
        return view.forget(operation, by, reason);
    }

    /** Stops the scheduled clean-up. Runs under way are not harmed. */
    @Override
    public void close() {
        records.close();
    }
}
