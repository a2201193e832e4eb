package io.yici.spring.service;

import io.yici.Answer;
import io.yici.ExpiredException;
import io.yici.Fingerprint;
import io.yici.IdempotencyException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.Yici;
import io.yici.spring.CallerResolver;
import java.lang.reflect.Type;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;

/** A declared method that was checked and can be called. Thread-safe. */
final class GuardedMethod {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedMethod.class);

    private final Declaration declaration;
    private final Parts parts;
    private final Yici yici;
    private final Expressions expressions;
    private final @Nullable CallerResolver callers;
    private final Entrances entrances;
    private final List<Replays> replays;
    private final Operation.Named operation;
    private final Type type;
    private final Predicate<Throwable> committing;
    private final List<ReceivingGroup> groups;
    private final List<Integer> content;

    GuardedMethod(
            Declaration declaration,
            Parts parts,
            Yici yici,
            Expressions expressions,
            @Nullable CallerResolver callers,
            Entrances entrances,
            List<Replays> replays,
            Predicate<Throwable> committing,
            List<ReceivingGroup> groups) {
        this.declaration = declaration;
        this.parts = parts;
        this.yici = yici;
        this.expressions = expressions;
        this.callers = callers;
        this.entrances = entrances;
        this.replays = List.copyOf(replays);
        this.operation = Operation.named(declaration.operation());
        this.type = AnswerType.of(declaration.method(), declaration.beanClass());
        this.committing = committing;
        this.groups = List.copyOf(groups);
        this.content = declaration.isListener() ? Listeners.content(declaration.method()) : List.of();
    }

    /** The expressions of a declaration; null where it names none. */
    record Parts(
            @Nullable Expression key,
            @Nullable Expression caller,
            @Nullable Expression scope,
            @Nullable Expression fingerprint,
            @Nullable Expression reference,
            @Nullable Expression replay,
            @Nullable Expression unrecordedWhen) {}

    /** Runs the rest of the invocation once for its operation, or answers from its record. */
    @SuppressWarnings("NullAway") // it does not read @Nullable in the type argument of Work
    @Nullable Object call(ProxyMethodInvocation invocation) throws Exception {
        EvaluationContext context = expressions.context(declaration, invocation.getThis(), invocation.getArguments());
        Operation once = operation(context);
        Fingerprint fingerprint = fingerprint(context, invocation.getArguments());
        boolean outermost = Operation.current().isEmpty();
        Run run = new Run(invocation);
        try {
            Outcome<@Nullable Object> outcome =
                    yici.<@Nullable Object, Exception>once(once, fingerprint, answer(context), run::work);
            tell(outermost, outcome.replayed());
            return outcome.value();
        } catch (Rejection rejection) {
            tell(outermost, !run.entered);
            throw rejection;
        } catch (ExpiredException late) {
            if (declaration.isListener()) {
                return ignoreLate(late);
            }
            throw late;
        }
    }

    /** A copy of a message that was handled long ago is as much a duplicate as an early one. */
    private @Nullable Object ignoreLate(ExpiredException late) {
        LOG.warn("A message came again after its record no longer answers, and is acknowledged: {}", late.getMessage());
        return null;
    }

    private void tell(boolean outermost, boolean replayed) {
        if (outermost) {
            replays.forEach(each -> each.answered(replayed));
        }
    }

    private Operation operation(EvaluationContext context) {
        KeyText callerText = new KeyText(declaration.operation(), "caller");
        Operation.Called called = operation.by(callerText.ofSingle(caller(context)));
        if (parts.scope() != null) {
            List<String> scope =
                    new KeyText(declaration.operation(), "scope").parts(identity(parts.scope(), context, "scope"));
            called = called.scope(scope.toArray(String[]::new));
        }
        return called.key(
                parts.key() == null
                        ? outer().deriveKey(declaration.operation())
                        : new KeyText(declaration.operation(), "key").of(identity(parts.key(), context, "key")));
    }

    /**
     * The operation inside of which a method without a key of its own is called: its calls happen once for that one.
     */
    private Operation outer() {
        return Operation.current()
                .orElseThrow(() -> new MisuseException(
                        null,
                        declaration.title() + " names no key, so it can only be called inside of another guarded call,"
                                + " from whose key its own is derived; there is none on this thread.",
                        null));
    }

    private @Nullable Object caller(EvaluationContext context) {
        if (parts.caller() != null) {
            return identity(parts.caller(), context, "caller");
        }
        if (declaration.isListener()) {
            return groups.stream()
                    .map(ReceivingGroup::name)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        Object caller = callers == null ? null : callers.caller();
        return caller == null && parts.key() == null ? outer().caller() : caller;
    }

    private @Nullable Object identity(Expression expression, EvaluationContext context, String part) {
        return Expressions.identity(expression, context, declaration.operation(), part);
    }

    private Fingerprint fingerprint(EvaluationContext context, @Nullable Object[] arguments) {
        Object asked = parts.fingerprint() == null
                ? allOf(arguments)
                : Expressions.value(parts.fingerprint(), context, declaration.operation(), "fingerprint");
        return asked instanceof Fingerprint made ? made : yici.fingerprint(asked);
    }

    /**
     * Of a listener, what the message carries. One argument alone, so that the same request fingerprints alike when it
     * comes in by {@link Yici} itself.
     */
    private @Nullable Object allOf(@Nullable Object[] all) {
        @Nullable Object[] arguments = declaration.isListener()
                ? content.stream().map(index -> all[index]).toArray()
                : all;
        return arguments.length == 1 ? arguments[0] : Arrays.asList(arguments);
    }

    private Answer<@Nullable Object> answer(EvaluationContext context) {
        Answer<@Nullable Object> answer = parts.reference() == null || parts.replay() == null
                ? Answer.storedAs(type)
                : byReference(parts.reference(), parts.replay(), context);
        if (parts.unrecordedWhen() != null) {
            Expression condition = parts.unrecordedWhen();
            answer = answer.committedUnrecordedWhen(value -> {
                context.setVariable("result", value);
                return Boolean.TRUE.equals(
                        Expressions.value(condition, context, declaration.operation(), "unrecordedWhen"));
            });
        }
        return answer.committedUnrecordedOn(this::commits);
    }

    private Answer<@Nullable Object> byReference(Expression reference, Expression replay, EvaluationContext context) {
        return Answer.rebuilt(
                value -> {
                    context.setVariable("result", value);
                    return new KeyText(declaration.operation(), "reference")
                            .ofSingle(identity(reference, context, "reference"));
                },
                name -> {
                    context.setVariable("reference", name);
                    return Expressions.value(replay, context, declaration.operation(), "replay");
                });
    }

    /** Our own refusals never commit anything, however wide the exception classes are that were named. */
    private boolean commits(Throwable thrown) {
        return !(thrown instanceof IdempotencyException) && committing.test(thrown);
    }

    /** One call's way into the method; the engine may take it again after a conflict. */
    private final class Run {
        private final ProxyMethodInvocation invocation;
        private boolean entered;

        private Run(ProxyMethodInvocation invocation) {
            this.invocation = invocation;
        }

        private @Nullable Object work() throws Exception {
            entered = true;
            Declaration before = entrances.enter(declaration);
            try {
                // An invocation can be proceeded only once, so each attempt has its own.
                return invocation.invocableClone().proceed();
            } catch (Exception | Error thrown) {
                throw thrown;
            } catch (Throwable exotic) {
                throw new UndeclaredThrowableException(exotic);
            } finally {
                entrances.leave(before);
            }
        }
    }
}
