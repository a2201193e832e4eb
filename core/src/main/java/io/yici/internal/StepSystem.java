package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.OperationSettings.Mode;
import io.yici.Outcome;
import io.yici.SetupException;
import io.yici.TransactionConflictException;
import io.yici.Work;
import io.yici.external.Evidence;
import io.yici.external.ExternalStep;
import io.yici.external.Settled;
import io.yici.external.SettlerRound;
import io.yici.external.StepView;
import io.yici.store.CodecException;
import io.yici.store.Failure;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredStep;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The calls to other systems on one store, as {@code ExternalSteps} offers them. Thread-safe. */
public final class StepSystem {
    private final StepDesk desk;
    private final Map<ExternalStep<?, ?, ?>, StepKind<?, ?, ?>> kinds = new LinkedHashMap<>();
    private final DueSteps due;
    private final StepOperators operators;

    /**
     * Declares the kinds of calls.
     *
     * @throws SetupException listing every kind that could not be kept or settled
     */
    public StepSystem(
            Engine engine, OperationStore store, DeclaredOperations operations, List<ExternalStep<?, ?, ?>> steps) {
        List<String> problems = new ArrayList<>();
        Map<String, StepKind<?, ?, ?>> byName = new LinkedHashMap<>();
        for (ExternalStep<?, ?, ?> step : steps) {
            StepKind<?, ?, ?> kind = StepKind.of(step, operations, engine.format);
            kinds.put(step, kind);
            check(kind, problems);
            if (byName.put(kind.name(), kind) != null) {
                problems.add("Operation '" + kind.name() + "' has two steps; declare one.");
            }
        }
        if (!problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
        this.desk = new StepDesk(engine, store, byName);
        this.due = new DueSteps(desk);
        this.operators = new StepOperators(desk);
    }

    private static void check(StepKind<?, ?, ?> kind, List<String> problems) {
        try {
            Operation.named(kind.name());
        } catch (InvalidOperationException wrong) {
            problems.add("A step has a wrong name: " + wrong.found());
        }
        if (kind.operation().mode() == Mode.OBSERVE) {
            problems.add("Operation '" + kind.name() + "' is only observed, but calls another system: without a record"
                    + " nothing could settle it. Let it be enforced.");
        }
        checkType(kind, "input", kind.step().inputType(), problems);
        checkType(kind, "result", kind.step().resultType(), problems);
        if (kind.step().answer().reference() == null) {
            checkType(kind, "answer", kind.step().answer().type(), problems);
        }
    }

    private static void checkType(StepKind<?, ?, ?> kind, String what, Type type, List<String> problems) {
        try {
            kind.format().check(type);
        } catch (CodecException refused) {
            problems.add(
                    "The " + what + " of operation '" + kind.name() + "' cannot be kept: " + refused.message() + ".");
        }
    }

    /** See {@code ExternalSteps.run}. */
    public <I extends @Nullable Object, T extends @Nullable Object, X extends Exception> Outcome<T> run(
            ExternalStep<I, ?, T> step, Operation operation, Fingerprint fingerprint, Work<I, X> before) throws X {
        return new StepRun<>(desk, kind(step), operation, fingerprint, before, false).run();
    }

    /** See {@code ExternalSteps.queue}. */
    public <I extends @Nullable Object, X extends Exception> void queue(
            ExternalStep<I, ?, ?> step, Operation operation, Fingerprint fingerprint, Work<I, X> before) throws X {
        new StepRun<>(desk, kind(step), operation, fingerprint, before, true).queue();
    }

    // The kind was made from the step, so it has its types.
    @SuppressWarnings("unchecked")
    private <I extends @Nullable Object, R extends @Nullable Object, T extends @Nullable Object> StepKind<I, R, T> kind(
            ExternalStep<I, R, T> step) {
        StepKind<?, ?, ?> kind = kinds.get(step);
        return (StepKind<I, R, T>) (kind == null ? desk.kind(step.operation()) : kind);
    }

    /** See {@code ExternalSteps.settle}; {@code by} and {@code reason} of an operator, or null. */
    public Settled settle(String key, Evidence<?> evidence, @Nullable String by, @Nullable String reason) {
        if (by != null && reason != null) {
            Text.checkAct(by, reason);
        }
        if (!(evidence instanceof Evidence.Succeeded) && !(evidence instanceof Evidence.Failed)) {
            return Settled.UNDECIDED;
        }
        StoredStep step = read(transaction -> transaction.steps().find(key));
        if (step == null) {
            return Settled.UNKNOWN_KEY;
        }
        StepClosing.Person person = by == null || reason == null ? null : new StepClosing.Person(by, reason);
        return settle(desk.kind(step.operation()), key, evidence, person);
    }

    private <R extends @Nullable Object> Settled settle(
            StepKind<?, R, ?> kind, String key, Evidence<?> evidence, StepClosing.@Nullable Person person) {
        StepClosing.Closed<?> closed;
        try {
            closed = new StepClosing<>(desk, kind, key, kind.checked(evidence), null, person).close();
        } catch (StoreException failed) {
            throw failed.failure() == Failure.CONFLICT
                    ? new TransactionConflictException(
                            null, "The call is being settled: " + failed.message() + ".", failed)
                    : Refusals.plain(null, failed);
        }
        if (closed.failure() != null) {
            throw closed.failure();
        }
        return closed.settled();
    }

    /** How a call stands. */
    public Optional<StepView> find(String key) {
        return Optional.ofNullable(read(transaction -> transaction.steps().find(key)))
                .map(StepView::of);
    }

    /** How the last call of an operation stands. */
    public Optional<StepView> find(Operation operation) {
        return Optional.ofNullable(read(transaction -> transaction.steps().latest(operation.id())))
                .map(StepView::of);
    }

    /** In the caller's transaction where there is one, so that it sees what that has written. */
    private @Nullable StoredStep read(Function<StoreTransaction, @Nullable StoredStep> reading) {
        try {
            if (!desk.store.threadIsBound()) {
                return desk.<@Nullable StoredStep>apart(reading);
            }
            try (EndedTransaction transaction = new EndedTransaction(desk.store.begin())) {
                StoredStep step = reading.apply(transaction);
                transaction.commit();
                return step;
            }
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        }
    }

    /** See {@code Settler.runOnce}. */
    public SettlerRound round(Collection<String> operations, int batch) {
        return due.round(operations, batch);
    }

    /** The operations whose calls are declared here. */
    public Collection<String> operations() {
        return desk.kinds.keySet();
    }

    /** See {@code OperatorsQueue.list}. */
    public List<StepView> waiting(int limit) {
        return operators.list(limit);
    }

    /** See {@code OperatorsQueue.askAgain}. */
    public boolean askAgain(String key, String by, String reason) {
        return operators.askAgain(key, by, reason);
    }

    /** See {@code OperatorsQueue.close}. */
    public boolean close(String key, String by, String reason) {
        return operators.close(key, by, reason);
    }
}
