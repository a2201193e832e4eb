package io.yici.spring.http;

import io.yici.IdempotencyException;
import io.yici.SetupException;
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
import org.jspecify.annotations.Nullable;
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
        }
        return found;
    }

    /**
     * A handler, every way to it, what would keep it from being guarded there, and how else it can be entered.
     *
     * @param open methods it is mapped to that are never guarded
     */
    private record Mapped(
            HandlerMethod handler,
            HandlerBody body,
            Set<Route.Endpoint> endpoints,
            Set<String> faults,
            Set<String> open) {
        private static Mapped of(HandlerMethod handler, HandlerBody body) {
            return new Mapped(handler, body, new LinkedHashSet<>(), new LinkedHashSet<>(), new TreeSet<>());
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
                    each.open().addAll(open(info));
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

    /** The methods of a mapping that are never guarded; a mapping that names none takes them all. */
    private Set<String> open(RequestMappingInfo info) {
        Set<RequestMethod> mapped = info.getMethodsCondition().getMethods();
        Set<String> open = new TreeSet<>();
        for (RequestMethod method : mapped.isEmpty() ? Set.of(RequestMethod.GET) : mapped) {
            if (!properties.getMethods().contains(method.name())) {
                open.add(method.name());
            }
        }
        return open;
    }

    private Map<MethodClassKey, List<Route>> byHandler(List<Mapped> handlers) {
        Map<MethodClassKey, List<Route>> byHandler = new HashMap<>();
        Set<HttpProperties.Route> used = new LinkedHashSet<>();
        for (Mapped mapped : handlers) {
            Idempotent marker = Handlers.marker(mapped.body().method());
            List<Route> ofHandler = new ArrayList<>();
            if (marker != null) {
                ofHandler.add(annotated(mapped, marker, used));
            }
            for (HttpProperties.Route declared : properties.getRoutes()) {
                List<Route.Endpoint> meant = meant(declared, mapped);
                if (!meant.isEmpty()) {
                    used.add(declared);
                    if (marker == null) {
                        ofHandler.add(route(mapped, declared.getOperation(), meant, declared, null));
                    } else if (!marker.operation().equals(declared.getOperation())) {
                        problems.add(mapped.body().title() + " is the operation '" + marker.operation()
                                + "' by its annotation and '" + declared.getOperation()
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

    private @Nullable Route annotated(Mapped mapped, Idempotent marker, Set<HttpProperties.Route> used) {
        HttpProperties.Route own = properties.getRoutes().stream()
                .filter(declared -> declared.getOperation().equals(marker.operation()))
                .findFirst()
                .orElse(null);
        if (own != null) {
            used.add(own);
        }
        HandlerCheck.annotation(mapped.body().title(), marker, problems);
        if (!mapped.open().isEmpty()) {
            problems.add(mapped.body().title() + " is annotated, but is mapped to " + mapped.open()
                    + " too, for which keys do not count, so it would run unguarded there. Map it to some of "
                    + new TreeSet<>(properties.getMethods()) + " only.");
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

    private void refuseUnused(Set<HttpProperties.Route> used, List<Mapped> handlers) {
        Set<String> patterns = new LinkedHashSet<>();
        handlers.forEach(mapped -> mapped.endpoints().forEach(endpoint -> patterns.add(endpoint.pattern())));
        for (HttpProperties.Route declared : properties.getRoutes()) {
            if (!used.contains(declared)) {
                problems.add("yici.http.routes names operation '" + declared.getOperation() + "' with pattern '"
                        + declared.getPattern() + "' and methods "
                        + (declared.getMethods() == null ? properties.getMethods() : declared.getMethods())
                        + ", but no handler method is mapped so, and none is annotated with that operation. Write the"
                        + " pattern exactly as it is mapped; there are " + patterns
                        + ". Functional endpoints cannot be guarded here; call Yici in them.");
            }
        }
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
