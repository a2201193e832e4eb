package io.yici.internal;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.InvalidOperationException;
import io.yici.Operation;
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
import io.yici.internal.Call.TransactionalWork;
import io.yici.outbox.Outbox;
import io.yici.outbox.OutboxSettings;
import io.yici.store.Codec;
import io.yici.store.CodecException;
import io.yici.store.OperationStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine on one store, as users call it. */
public final class StoreYici implements Yici {
    private final Engine engine;
    private final OperationStore store;
    private final DeclaredOperations operations;
    private final Codec codec;

    /** Several on one database share an engine. */
    public StoreYici(Engine engine, OperationStore store, DeclaredOperations operations, Codec codec) {
        this.engine = engine;
        this.store = store;
        this.operations = operations;
        this.codec = codec;
    }

    /** The same, with its transactions opened otherwise. */
    public StoreYici on(OperationStore other) {
        return new StoreYici(engine, other, operations, codec);
    }

    /** The same, taking tokens as {@code use} says or as the operation's settings do, whichever is stricter. */
    public StoreYici taking(TokenUse use) {
        return new StoreYici(engine, store, operations.taking(use), codec);
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> Outcome<T> once(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, Work<T, X> work) throws X {
        return run(operation, fingerprint, answer, transaction -> work.run(), work.repeatable());
    }

    /** Runs work that is given its transaction. */
    public <T extends @Nullable Object, X extends Exception> Outcome<T> run(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, TransactionalWork<T, X> work) throws X {
        return run(operation, fingerprint, answer, work, true);
    }

    private <T extends @Nullable Object, X extends Exception> Outcome<T> run(
            Operation operation,
            Fingerprint fingerprint,
            Answer<T> answer,
            TransactionalWork<T, X> work,
            boolean repeatable)
            throws X {
        return engine.once(store, Call.now(operation, fingerprint, answer, operations.of(operation), work, repeatable));
    }

    /** The same operations, for work that leaves the database. */
    public ExternalOperations external() {
        return new ExternalOperations(engine, store, operations);
    }

    /** The same operations, for declared calls to other systems. */
    public ExternalSteps externalSteps(List<ExternalStep<?, ?, ?>> steps) {
        return new ExternalSteps(new StepSystem(engine, store, operations, steps));
    }

    /** The same operations, for messages. */
    public Inbox inbox(Subscription subscription) {
        return new Inbox(new InboxSystem(engine, store, operations, subscription));
    }

    /** The messages that go out with the same transactions. */
    public Outbox outbox(OutboxSettings settings) {
        return new Outbox(new OutboxSystem(store, settings, engine.events, engine.bell));
    }

    @Override
    public Fingerprint fingerprint(@Nullable Object request) {
        try {
            return Fingerprint.of(codec.canonical(request));
        } catch (CodecException refused) {
            throw new InvalidOperationException("the request cannot be fingerprinted: " + refused.message());
        }
    }

    @Override
    public Standing resolve(Operation operation) {
        return engine.resolve(store, operation, operations.of(operation));
    }

    @Override
    public Standing forget(Operation operation, String by, String reason) {
        Text.checkAct(by, reason);
        return engine.forget(store, operation, operations.of(operation), by, reason);
    }
}
