package io.yici.spring.service;

import io.yici.SetupException;
import io.yici.guard.TokenUse;
import io.yici.spring.CallerResolver;
import io.yici.spring.SpringYici;
import io.yici.spring.transaction.ManagedDataSource;
import io.yici.spring.transaction.SpringTransactions;
import io.yici.spring.transaction.TransactionManagers;
import io.yici.store.Codec;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ResolvableType;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionManager;

/**
 * The annotated methods of an application, each checked once: at start where its bean is there by then, else at its
 * first call. Thread-safe.
 */
public final class GuardedMethods {
    private final ListableBeanFactory beanFactory;
    private final Stores stores;
    private final @Nullable Codec codec;
    private final @Nullable CallerResolver callers;
    private final Entrances entrances;
    private final List<Replays> replays;
    private final List<ReceivingGroup> groups;
    private final Expressions expressions;
    private final TransactionManagers managers;
    private final Map<MethodClassKey, GuardedMethod> checked = new ConcurrentHashMap<>();
    private final Map<String, TokenUse> tokens = new ConcurrentHashMap<>();

    /**
     * Guards the methods of the beans of a factory.
     *
     * @param codec null where there is no library to write answers with, which is refused once there is such a method
     */
    public GuardedMethods(
            ListableBeanFactory beanFactory,
            Stores stores,
            @Nullable Codec codec,
            @Nullable CallerResolver callers,
            Entrances entrances,
            List<Replays> replays,
            List<ReceivingGroup> groups) {
        this.beanFactory = beanFactory;
        this.stores = stores;
        this.codec = codec;
        this.callers = callers;
        this.entrances = entrances;
        this.replays = List.copyOf(replays);
        this.groups = List.copyOf(groups);
        this.expressions = new Expressions(beanFactory);
        this.managers = new TransactionManagers(beanFactory);
    }

    /** Whether an annotated method of this operation takes tokens. */
    public boolean takesTokens(String operation) {
        return tokens.getOrDefault(operation, TokenUse.NONE) != TokenUse.NONE;
    }

    /**
     * The annotated ones among the methods of a listener.
     *
     * @throws SetupException when there is no store to record them in
     */
    public List<ListenerMethod> listeners(Object bean, Collection<Method> candidates) {
        Class<?> beanClass = AopUtils.getTargetClass(bean);
        List<ListenerMethod> found = new ArrayList<>();
        for (Method candidate : candidates) {
            Declaration declaration = Declaration.of(candidate, beanClass);
            if (declaration != null) {
                found.add(listener(declaration));
            }
        }
        return found;
    }

    private ListenerMethod listener(Declaration declaration) {
        try {
            return new ListenerMethod(
                    declaration.title(),
                    declaration.marker().caller().isBlank(),
                    stores.named(declaration.marker().store()).dataSource());
        } catch (IllegalArgumentException none) {
            throw new SetupException(List.of(declaration.title() + ": " + none.getMessage()), none);
        }
    }

    /** The guarded method behind a call; null when the called one is not annotated. */
    @Nullable GuardedMethod of(Method called, Class<?> beanClass, @Nullable Advised proxy) {
        MethodClassKey key = new MethodClassKey(called, beanClass);
        GuardedMethod known = checked.get(key);
        if (known != null) {
            return known;
        }
        Declaration declaration = Declaration.of(called, beanClass);
        if (declaration == null) {
            return null;
        }
        List<String> problems = new ArrayList<>();
        GuardedMethod made = check(declaration, proxy, problems);
        if (made == null || !problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
        checked.put(key, made);
        return made;
    }

    /** Adds everything that is wrong with a declaration. */
    void check(Declaration declaration, @Nullable Advised proxy, boolean kept, List<String> problems) {
        int before = problems.size();
        GuardedMethod made = check(declaration, proxy, problems);
        if (kept && made != null && problems.size() == before) {
            checked.put(new MethodClassKey(declaration.method(), declaration.beanClass()), made);
        }
    }

    private @Nullable GuardedMethod check(Declaration declaration, @Nullable Advised proxy, List<String> problems) {
        int before = problems.size();
        if (codec == null) {
            problems.add(declaration.title() + " is @Idempotent, but there is no library to write answers and compare"
                    + " requests with. Add Jackson (spring-boot-starter-jackson; on Spring Boot 3.5,"
                    + " spring-boot-starter-json), or declare a Codec bean.");
            return null;
        }
        MethodCheck.of(declaration, codec, callers != null).run(problems);
        GuardedMethod.Parts parts = parts(declaration, problems);
        AdvisorChain chain = AdvisorChain.of(declaration, proxy);
        chain.check(problems);
        MethodTransaction transaction = new MethodTransaction(declaration, chain.transactionAttribute());
        transaction.check(problems);
        if (problems.size() > before) {
            return null;
        }
        try {
            SpringYici store = stores.named(declaration.marker().store());
            TokenUse use = store.settings(
                            declaration.operation(), declaration.marker().token())
                    .entry()
                    .tokens();
            if (use == TokenUse.REQUIRED && parts.key() == null) {
                problems.add(declaration.title() + " takes tokens as keys, but names no key, and one that is derived is"
                        + " no token. Write key = \"…\".");
            }
            tokens.put(declaration.operation(), use);
            return new GuardedMethod(
                    declaration,
                    parts,
                    store.with(transactions(declaration, chain, transaction, store), use),
                    expressions,
                    callers,
                    entrances,
                    replays,
                    committing(declaration, transaction),
                    groups);
        } catch (SetupException impossible) {
            impossible.problems().forEach(problem -> problems.add(declaration.title() + ": " + problem));
            return null;
        } catch (IllegalArgumentException impossible) {
            problems.add(declaration.title() + ": " + impossible.getMessage());
            return null;
        }
    }

    private GuardedMethod.Parts parts(Declaration declaration, List<String> problems) {
        ExpressionCheck check =
                new ExpressionCheck(declaration, beanFactory, expressions.parameterNames(declaration), problems);
        Map<String, ResolvableType> result =
                Map.of("result", ResolvableType.forMethodReturnType(declaration.method(), declaration.beanClass()));
        Map<String, ResolvableType> reference = Map.of("reference", ResolvableType.forClass(String.class));
        return new GuardedMethod.Parts(
                check.read("key", declaration.marker().key(), Map.of()),
                check.read("caller", declaration.marker().caller(), Map.of()),
                check.read("scope", declaration.marker().scope(), Map.of()),
                check.read("fingerprint", declaration.marker().fingerprint(), Map.of()),
                check.read("reference", declaration.marker().reference(), result),
                check.read("replay", declaration.marker().replay(), reference),
                check.read("unrecordedWhen", declaration.marker().unrecordedWhen(), result));
    }

    private SpringTransactions transactions(
            Declaration declaration, AdvisorChain chain, MethodTransaction transaction, SpringYici store) {
        PlatformTransactionManager manager = manager(chain, transaction, store);
        BooleanSupplier apartAllowed = () -> declaration.marker().allowSuspension()
                || store.settings(declaration.operation()).suspensionAllowed();
        return SpringTransactions.of(manager, store.dataSource())
                .as(transaction.definition())
                .allowingApart(apartAllowed);
    }

    /** The manager that the method's own transaction interceptor uses, or, without one, that of the data source. */
    private PlatformTransactionManager manager(AdvisorChain chain, MethodTransaction transaction, SpringYici store) {
        TransactionManager theirs;
        try {
            theirs = chain.transactionManager(beanFactory, transaction.qualifier());
        } catch (BeansException none) {
            throw new IllegalArgumentException(
                    "Its transaction manager cannot be found: " + none.getMessage()
                            + ". Name the one of the data source"
                            + " of the records by @Transactional(transactionManager = …).",
                    none);
        }
        if (theirs == null) {
            return managers.of(store.dataSource());
        }
        String problem = ManagedDataSource.problemWith(theirs, store.dataSource());
        if (problem != null || !(theirs instanceof PlatformTransactionManager manager)) {
            throw new IllegalArgumentException(problem == null ? "Its transaction manager is reactive." : problem);
        }
        return manager;
    }

    private static Predicate<Throwable> committing(Declaration declaration, MethodTransaction transaction) {
        List<Class<? extends Throwable>> named =
                Arrays.asList(declaration.marker().commitUnrecorded());
        return thrown ->
                named.stream().anyMatch(type -> type.isInstance(thrown)) || transaction.namesAsNoRollback(thrown);
    }
}
