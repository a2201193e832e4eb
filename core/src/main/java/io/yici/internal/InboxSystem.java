package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.InvalidOperationException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Why;
import io.yici.inbox.MessageHandler;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.RecordState;
import io.yici.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One subscription on one store, as {@code Inbox} offers it. Thread-safe. */
public final class InboxSystem {
    private final Engine engine;
    private final OperationStore store;
    private final OperationSettings settings;
    private final Subscription subscription;

    /** On the same engine and store as the operations. */
    public InboxSystem(Engine engine, OperationStore store, DeclaredOperations operations, Subscription subscription) {
        this.engine = engine;
        this.store = store;
        this.settings = operations.of(subscription.operation());
        this.subscription = subscription;
    }

    /** What it is for. */
    public Subscription subscription() {
        return subscription;
    }

    /** See {@code Inbox.handleAll}. */
    public List<Handled> handleAll(List<Received> messages) {
        List<Handled> handled = new ArrayList<>(messages.size());
        messages.forEach(message -> handled.add(handle(message)));
        return handled;
    }

    /** See {@code Inbox.handle}. */
    public Handled handle(Received message) {
        if (subscription.ignored().test(message)) {
            return new Handled.Ignored();
        }
        Operation operation;
        try {
            operation = Operation.named(subscription.operation())
                    .by(subscription.group())
                    .key(String.valueOf(subscription.key().apply(message)));
        } catch (InvalidOperationException wrong) {
            return new Handled.Parked(wrong.found());
        }
        try (EndedTransaction transaction = new EndedTransaction(store.begin())) {
            if (transaction.joined()) {
                throw new MisuseException(operation, "The calling thread is inside a transaction.", null);
            }
            return handle(transaction, operation, message);
        } catch (StoreException failed) {
            return new Handled.Later(Duration.ofSeconds(1), Why.UNAVAILABLE, failed);
        } catch (MisuseException misuse) {
            throw misuse;
        } catch (Exception failed) {
            return new Handled.Later(subscription.retryMin(), Why.FAILED, failed);
        }
    }

    private Handled handle(EndedTransaction transaction, Operation operation, Received message) throws Exception {
        String attempt = engine.attempts.get();
        byte @Nullable [] content = subscription.fingerprint().apply(message);
        Fingerprint fingerprint = content == null ? Fingerprint.unchecked() : Fingerprint.of(content);
        Claim claim = transaction.claim(new NewRecord(
                operation,
                fingerprint.stored(),
                attempt,
                null,
                settings.answersFor().toMillis(),
                settings.refusesFor().toMillis()));
        if (claim instanceof Claim.Recorded recorded) {
            return new Handled.Duplicate(recorded.record().expired());
        }
        if (!(claim instanceof Claim.Claimed)) {
            return new Handled.Later(Duration.ofMillis(200), Why.IN_PROGRESS, null);
        }
        RunStack.<Boolean, Exception>within(new RunStack.Run(engine, operation), () -> {
            Received running = message.within(operation);
            MessageHandler handler = subscription.handler();
            if (handler != null) {
                handler.handle(running);
            } else if (subscription.batchHandler() != null) {
                subscription.batchHandler().handle(List.of(running));
            }
            return true;
        });
        transaction.flush();
        if (!transaction.finish(
                operation.id(), attempt, Completion.withoutResult(RecordState.FINISHED, "yici/nothing"))) {
            return new Handled.Later(subscription.retryMin(), Why.FAILED, null);
        }
        transaction.commit();
        return new Handled.Applied();
    }
}
