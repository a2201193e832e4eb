package io.yici.spring.http;

import io.yici.Operation;
import io.yici.SetupException;
import io.yici.guard.TokenUse;
import io.yici.spring.SpringYici;
import io.yici.spring.service.AnswerType;
import io.yici.spring.service.Stores;
import io.yici.spring.transaction.SpringTransactions;
import io.yici.spring.transaction.TransactionManagers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.web.method.HandlerMethod;

/** Makes one guarded handler ready, and says everything that keeps it from being guarded. */
final class RouteMaker {
    private final ListableBeanFactory beanFactory;
    private final Stores stores;
    private final boolean callersKnown;

    RouteMaker(ListableBeanFactory beanFactory, Stores stores, boolean callersKnown) {
        this.beanFactory = beanFactory;
        this.stores = stores;
        this.callersKnown = callersKnown;
    }

    /**
     * Makes a route; adds to {@code problems} what is wrong with it.
     *
     * @throws IllegalArgumentException when an option cannot be used, or names what is not there
     */
    Route make(
            HandlerMethod handler,
            String operation,
            List<Route.Endpoint> endpoints,
            boolean whole,
            RulesOfOptions options,
            List<String> problems) {
        HandlerBody body = HandlerBody.of(beanFactory, handler);
        String title = body.title();
        SpringYici store = stores.named(options.store());
        RouteRules rules = options.rules(tokens(title, operation, options, store, problems));
        String later = AnswerType.problemWith(body.method(), body.controller());
        if (later != null && !rules.external()) {
            problems.add(
                    title + " cannot be guarded: " + later + ". Return the value itself, or declare the route external"
                            + " (@Idempotent(external = true) or yici.http.routes[operation].external=true).");
        }
        if (!callersKnown) {
            problems.add(
                    title + " is guarded, but nobody can tell on whose behalf a request runs. Add Spring Security, or"
                            + " declare a CallerResolver bean.");
        }
        if (rules.external() && options.isolation() != TransactionDefinition.ISOLATION_DEFAULT) {
            problems.add(
                    title + " is external, so there is no transaction around it that could have an isolation level."
                            + " Remove isolation from its route, or ask for the level where the handler begins a transaction.");
        }
        if (rules.resumable() && !rules.external()) {
            problems.add(title + " is resumable, but not external: a transaction surrounds it, so there is nothing to"
                    + " resume. Declare it external too, or remove resumable.");
        }
        ReplayAuthorizer authorizer = authorizer(options.replayAuthorizer());
        HandlerRules handlerRules = new HandlerRules(beanFactory, handler);
        if (authorizer == null) {
            handlerRules.check(title, problems);
        }
        if (handlerRules.exist() || rules.external()) {
            handlerRules.putGate();
        }
        SpringTransactions transactions = transactions(title, operation, options, store);
        return new Route(
                Operation.named(operation),
                operation,
                title,
                body.method(),
                endpoints,
                whole,
                rules,
                store.with(transactions, rules.tokens()),
                store.external(transactions, rules.tokens()),
                store,
                handlerRules.exist(),
                later != null,
                authorizer);
    }

    /** Whether keys are tokens: as the route says, or as its operation's settings do, whichever is stricter. */
    private static TokenUse tokens(
            String title, String operation, RulesOfOptions options, SpringYici store, List<String> problems) {
        try {
            return store.settings(operation, options.tokens()).entry().tokens();
        } catch (SetupException impossible) {
            impossible.problems().forEach(problem -> problems.add(title + " cannot be guarded: " + problem));
            return TokenUse.NONE;
        }
    }

    private @Nullable ReplayAuthorizer authorizer(String name) {
        if (name.isEmpty()) {
            return null;
        }
        Map<String, ReplayAuthorizer> all = beanFactory.getBeansOfType(ReplayAuthorizer.class);
        ReplayAuthorizer named = all.get(name);
        if (named == null) {
            throw new IllegalArgumentException("its replay-authorizer '" + name + "' is no ReplayAuthorizer bean. There"
                    + " are: " + (all.isEmpty() ? "none" : String.join(", ", all.keySet())) + ".");
        }
        return named;
    }

    private SpringTransactions transactions(String title, String operation, RulesOfOptions options, SpringYici store) {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setName(title);
        definition.setIsolationLevel(options.isolation());
        return SpringTransactions.of(new TransactionManagers(beanFactory).of(store.dataSource()), store.dataSource())
                .as(definition)
                .allowingApart(() ->
                        options.allowsSuspension() || store.settings(operation).suspensionAllowed());
    }
}
