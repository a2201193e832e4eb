package io.yici.spring.state;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.spring.transaction.ManagedDataSource;
import io.yici.state.Current;
import io.yici.state.Entry;
import io.yici.state.Move;
import io.yici.state.RowChange;
import io.yici.state.StateMachine;
import io.yici.state.Transition;
import io.yici.state.Update;
import io.yici.state.VersionedUpdate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * State machines and changes by version on the connection of the running Spring transaction, so that they commit with
 * what JdbcClient, JPA and MyBatis write. Thread-safe. Without a transaction, or in a read-only one, a call is refused
 * with {@link MisuseException}; errors of the database come as {@link DataAccessException}, a conflict as one of its
 * {@code ConcurrencyFailureException}s.
 *
 * <p>What JPA has not sent yet is flushed first, and what MyBatis remembers is forgotten afterwards. An entity that was
 * loaded before stays as it was, and saving it would bring the old state back: pass it along, so that it is read anew,
 * and map the machine's columns so that no copy can do so at all: the version with {@code @Version}, the state with
 * {@code @Column(updatable = false)}.
 */
public final class SpringStates {
    private static final TransactionDefinition RUNNING =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY);

    private final DataSource dataSource;
    private final PlatformTransactionManager manager;
    private final List<HeldCopies> copies;
    private final SQLExceptionTranslator errors = new SQLExceptionSubclassTranslator();

    /**
     * Works in the transactions of a manager.
     *
     * @throws IllegalArgumentException when the manager does not manage exactly this data source
     */
    public SpringStates(DataSource dataSource, PlatformTransactionManager manager, List<HeldCopies> copies) {
        String problem = ManagedDataSource.problemWith(manager, dataSource);
        if (problem != null) {
            throw new IllegalArgumentException("manager: " + problem);
        }
        this.dataSource = ManagedDataSource.unwrapped(dataSource);
        this.manager = manager;
        this.copies = List.copyOf(copies);
    }

    /** Moves a row; as {@link StateMachine#move}. */
    public <S extends Enum<S>> Move<S> move(StateMachine<S> machine, Object key, S target) {
        return move(machine.to(target), key);
    }

    /** Moves a row; as {@link Transition#move}. */
    public <S extends Enum<S>> Move<S> move(Transition<S> transition, Object key) {
        return run("move", connection -> transition.move(connection, key));
    }

    /**
     * Moves the row of an entity and reads the entity anew, whatever the answer, so that it shows what is there and
     * saving it changes nothing back. What was changed on it before is flushed first.
     *
     * @param entity managed in the running transaction; a detached one could still overwrite the row and is refused
     */
    public <S extends Enum<S>> Move<S> move(Transition<S> transition, Object key, Object entity) {
        Move<S> move = move(transition, key);
        if (copies.stream().noneMatch(held -> held.refresh(entity))) {
            throw misuse(
                    "The " + entity.getClass().getSimpleName() + " passed along is not managed in this transaction, so"
                            + " it cannot be read anew, and saving it could bring an old state back. Load it in the transaction.");
        }
        return move;
    }

    /** Inserts a row unless it is there; as {@link Entry#enter}. */
    public <S extends Enum<S>> Move<S> enter(Entry<S> entry, Object key) {
        return run("entry", connection -> entry.enter(connection, key));
    }

    /** Reads and locks a row; as {@link StateMachine#lock}. */
    public <S extends Enum<S>> Optional<Current<S>> lock(StateMachine<S> machine, Object key) {
        return run("lock", connection -> machine.lock(connection, key));
    }

    /** Changes a row of this version; as {@link VersionedUpdate#update}. */
    public Update update(VersionedUpdate update, Object key, long expected) {
        return run("update", connection -> update.update(connection, key, expected));
    }

    /** Changes a row by what it holds; as {@link VersionedUpdate#change}. */
    public Update change(VersionedUpdate update, Object key, RowChange change) {
        return run("change", connection -> update.change(connection, key, change));
    }

    private <T> T run(String task, Part<T> part) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder)) {
            throw misuse(
                    "No transaction of the state's data source is active, so the " + task + " could not commit with"
                            + " what is done because of it. Call it from a @Transactional or @Idempotent method.");
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw misuse("The transaction is read-only. Call it from one that may write.");
        }
        flush();
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return part.on(connection);
        } catch (SQLException error) {
            DataAccessException translated = errors.translate("state " + task, null, error);
            throw translated != null ? translated : new IllegalStateException(error);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
            copies.forEach(HeldCopies::rowsWereWritten);
        }
    }

    /** By joining the running transaction, which tells the manager's library, whichever it is. */
    private void flush() {
        TransactionStatus status = manager.getTransaction(RUNNING);
        boolean flushed = false;
        try {
            status.flush();
            flushed = true;
        } finally {
            if (flushed) {
                manager.commit(status);
            } else {
                manager.rollback(status);
            }
        }
    }

    private static MisuseException misuse(String found) {
        @Nullable Operation operation = Operation.current().orElse(null);
        return new MisuseException(operation, found, null);
    }

    private interface Part<T> {
        T on(Connection connection) throws SQLException;
    }
}
