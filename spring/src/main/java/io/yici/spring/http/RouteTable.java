package io.yici.spring.http;

import io.yici.IdempotencyException;
import io.yici.SetupException;
import io.yici.guard.TokenUse;
import io.yici.spring.Idempotent;
import io.yici.spring.service.Handlers;
import io.yici.spring.service.OtherDoor;
import io.yici.spring.service.Stores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodClassKey;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * Finds the guarded handlers of an application, once its beans are there and before its first request, and refuses to
 * start with the list of all that cannot work.
 */
public final class RouteTable implements SmartInitializingSingleton, OtherDoor {
    private static final Logger LOG = LoggerFactory.getLogger(RouteTable.class);

    private final ListableBeanFactory beanFactory;
    private final HttpProperties properties;
    private final RouteMaker maker;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Route> byOperation = new TreeMap<>();
    private volatile @Nullable Routes routes;

    /** @param callersKnown whether anybody can tell on whose behalf a request runs */
    public RouteTable(ListableBeanFactory beanFactory, Stores stores, HttpProperties properties, boolean callersKnown) {
        this.beanFactory = beanFactory;
        this.properties = properties;
        this.maker = new RouteMaker(beanFactory, stores, callersKnown);
    }

    @Override
    public void afterSingletonsInstantiated() {
        routes();
    }

    @Override
    public Map<String, String> operations() {
        routes();
        Map<String, String> titles = new TreeMap<>();
        byOperation.forEach((operation, route) -> titles.put(operation, route.handler()));
        return titles;
    }

    /** Whether a guarded handler of this operation takes tokens. */
    public boolean takesTokens(String operation) {
        routes();
        Route route = byOperation.get(operation);
        return route != null && route.rules().tokens() != TokenUse.NONE;
    }

    /** The guarded handlers. */
    Routes routes() {
        Routes found = routes;
        return found == null ? find() : found;
    }

    private synchronized Routes find() {
        Routes found = routes;
        if (found == null) {
            HandlerLookup lookup = new HandlerLookup(beanFactory);
            found = new Routes(lookup, byHandler(mapped(lookup)));
            if (!problems.isEmpty()) {
                throw new SetupException(problems.stream().distinct().toList(), null);
            }
            routes = found;
            LOG.info("Guarded over HTTP: {}", told());
        }
        return found;
    }

    private String told() {
        return byOperation.isEmpty()
                ? "nothing"
                : byOperation.values().stream()
                        .map(route -> route.name() + " (" + route.handler() + ")")
                        .collect(Collectors.joining(", "));
    }

    /**
     * A handler, every way to it, what would keep it from being guarded there, and where an annotation would not guard.
     */
    private record Mapped(
            HandlerMethod handler,
            HandlerBody body,
            Set<Route.Endpoint> endpoints,
            Set<String> faults,
            Set<String> openings) {
        private static Mapped of(HandlerMethod handler, HandlerBody body) {
            return new Mapped(handler, body, new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        }
    }

    private List<Mapped> mapped(HandlerLookup lookup) {
        Map<MethodClassKey, Mapped> mapped = new LinkedHashMap<>();
        for (HandlerMapping mapping : lookup.mappings()) {
            if (mapping instanceof RequestMappingInfoHandlerMapping methods) {
                methods.getHandlerMethods().forEach((info, handler) -> {
                    Mapped each = mapped.computeIfAbsent(
                            Routes.key(handler), unseen -> Mapped.of(handler, HandlerBody.of(beanFactory, handler)));
                    each.endpoints().addAll(endpoints(info));
                    each.faults().addAll(MappingCheck.faults(methods, each.handler(), handler));
                    each.openings().addAll(openings(info));
                });
            }
        }
        return List.copyOf(mapped.values());
    }

    private List<Route.Endpoint> endpoints(RequestMappingInfo info) {
        Set<RequestMethod> mapped = info.getMethodsCondition().getMethods();
        List<Route.Endpoint> endpoints = new ArrayList<>();
        for (String pattern : info.getPatternValues()) {
            properties.getMethods().stream()
                    .filter(method -> mapped.isEmpty() || mapped.contains(RequestMethod.resolve(method)))
                    .sorted()
                    .forEach(method -> endpoints.add(new Route.Endpoint(method, pattern)));
        }
        return endpoints;
    }

    /** A mapping that names no method takes GET too; one that names it among others says so on purpose. */
    private static List<String> openings(RequestMappingInfo info) {
        return info.getMethodsCondition().getMethods().isEmpty()
                ? List.of(
                        "is mapped to every method, so to GET too, for which keys do not count: it would run unguarded"
                                + " there. Name the methods.")
                : List.of();
    }

    private Map<MethodClassKey, List<Route>> byHandler(List<Mapped> handlers) {
        Map<MethodClassKey, List<Route>> byHandler = new HashMap<>();
        Set<String> used = new LinkedHashSet<>();
        for (Mapped mapped : handlers) {
            Idempotent marker = Handlers.marker(mapped.body().method());
            List<Route> ofHandler = new ArrayList<>();
            if (marker != null) {
                ofHandler.add(annotated(mapped, marker, used));
            }
            for (Map.Entry<String, HttpProperties.Route> declared :
                    properties.getRoutes().entrySet()) {
                String operation = declared.getKey();
                List<Route.Endpoint> meant = meant(declared.getValue(), mapped);
                if (!meant.isEmpty()) {
                    used.add(operation);
                    if (marker == null) {
                        ofHandler.add(route(mapped, operation, meant, declared.getValue(), null));
                    } else if (!marker.operation().equals(operation)) {
                        problems.add(mapped.body().title() + " is the operation '" + marker.operation()
                                + "' by its annotation and '" + operation
                                + "' by yici.http.routes. Give it one name.");
                    }
                }
            }
            ofHandler.removeIf(Objects::isNull);
            if (!ofHandler.isEmpty()) {
                byHandler.put(Routes.key(mapped.handler()), ofHandler);
            }
        }
        refuseUnused(used, handlers);
        return byHandler;
    }

    private @Nullable Route annotated(Mapped mapped, Idempotent marker, Set<String> used) {
        HttpProperties.Route own = properties.getRoutes().get(marker.operation());
        used.add(marker.operation());
        HandlerCheck.annotation(mapped.body().title(), marker, problems);
        mapped.openings().forEach(opening -> problems.add(mapped.body().title() + " " + opening));
        if (mapped.endpoints().isEmpty()) {
            problems.add(
                    mapped.body().title() + " is annotated, but is mapped to none of the methods that are guarded, "
                            + new TreeSet<>(properties.getMethods())
                            + ": it would run unguarded. Map it to one of them, or take the annotation away.");
        }
        return route(mapped, marker.operation(), List.copyOf(mapped.endpoints()), own, marker);
    }

    private List<Route.Endpoint> meant(HttpProperties.Route declared, Mapped mapped) {
        return mapped.endpoints().stream()
                .filter(endpoint -> endpoint.pattern().equals(declared.getPattern()))
                .filter(endpoint ->
                        declared.getMethods() == null || declared.getMethods().contains(endpoint.httpMethod()))
                .toList();
    }

    private void refuseUnused(Set<String> used, List<Mapped> handlers) {
        Set<String> patterns = new TreeSet<>();
        handlers.forEach(mapped -> mapped.endpoints().forEach(endpoint -> patterns.add(endpoint.pattern())));
        properties.getRoutes().forEach((operation, declared) -> {
            if (!used.contains(operation)) {
                Set<String> methods = declared.getMethods() == null ? properties.getMethods() : declared.getMethods();
                problems.add("yici.http.routes[" + operation + "] has the pattern '" + declared.getPattern()
                        + "' and the methods " + new TreeSet<>(methods)
                        + ", but no handler method is mapped so, and none is annotated with that operation. Write the"
                        + " pattern exactly as it is mapped; there are " + patterns
                        + ". Functional endpoints cannot be guarded here; call Yici in them.");
            }
        });
    }

    private @Nullable Route route(
            Mapped mapped,
            String operation,
            List<Route.Endpoint> endpoints,
            HttpProperties.@Nullable Route own,
            @Nullable Idempotent marker) {
        int before = problems.size();
        String title = mapped.body().title();
        RulesOfOptions options = new RulesOfOptions(properties, own, marker);
        mapped.faults().forEach(fault -> problems.add(title + " " + fault));
        HandlerCheck.answersItself(mapped.body(), problems);
        try {
            Route route = maker.make(mapped.handler(), operation, endpoints, marker != null, options, problems);
            Route other = byOperation.putIfAbsent(operation, route);
            if (other != null) {
                problems.add(other.handler() + " and " + title + " are both the operation '" + operation
                        + "', so one could be answered with the response of the other. Give them different names.");
            }
            return problems.size() > before ? null : route;
        } catch (IllegalArgumentException | IdempotencyException | BeansException unusable) {
            problems.add(title + " cannot be guarded: " + unusable.getMessage());
            return null;
        }
    }
}
