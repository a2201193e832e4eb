package io.yici.spring.http;

import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.util.ClassUtils;
import org.springframework.util.MultiValueMap;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/** Finds out which handler a request leads to, as the dispatcher will, before it does. Thread-safe. */
final class HandlerLookup {
    private final List<HandlerMapping> mappings;
    private final Map<String, Boolean> dispatchers = new ConcurrentHashMap<>();

    HandlerLookup(ListableBeanFactory beanFactory) {
        mappings = new ArrayList<>(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beanFactory, HandlerMapping.class, true, false)
                        .values());
        AnnotationAwareOrderComparator.sort(mappings);
    }

    List<HandlerMapping> mappings() {
        return mappings;
    }

    /**
     * The handler and how it was found; null when there is none, or none that is a method. The request is left as it
     * was. A request that no handler takes (its method, its media type) is left for the dispatcher to refuse.
     */
    @Nullable Target find(HttpServletRequest request) {
        return leadsToAnotherServlet(request) ? null : findInMappings(request);
    }

    /** Another servlet may have the same paths below its own; what it does is none of the dispatcher's handlers. */
    private boolean leadsToAnotherServlet(HttpServletRequest request) {
        String name = request.getHttpServletMapping().getServletName();
        ServletRegistration servlet = name == null || name.isEmpty()
                ? null
                : request.getServletContext().getServletRegistration(name);
        String type = servlet == null ? null : servlet.getClassName();
        return type != null && !dispatchers.computeIfAbsent(type, HandlerLookup::mayBeDispatcher);
    }

    private static boolean mayBeDispatcher(String type) {
        try {
            return DispatcherServlet.class.isAssignableFrom(ClassUtils.forName(type, null));
        } catch (ClassNotFoundException | LinkageError unknown) {
            return true;
        }
    }

    private @Nullable Target findInMappings(HttpServletRequest request) {
        Looking looking = new Looking(request);
        try {
            ServletRequestPathUtils.parseAndCache(looking);
            for (HandlerMapping mapping : mappings) {
                HandlerExecutionChain chain = mapping.getHandler(looking);
                if (chain != null) {
                    return chain.getHandler() instanceof HandlerMethod handler ? looking.target(handler) : null;
                }
            }
        } catch (Exception refusedByMapping) {
            return null;
        }
        return null;
    }

    /** Keeps to itself what looking for a handler leaves on a request. */
    private static final class Looking extends HttpServletRequestWrapper {
        private final Map<String, @Nullable Object> attributes = new HashMap<>();

        private Looking(HttpServletRequest request) {
            super(request);
        }

        private Target target(HandlerMethod handler) {
            return new Target(
                    handler,
                    String.valueOf(getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)),
                    ServletRequestPathUtils.getCachedPathValue(this),
                    variables(),
                    matrixVariables());
        }

        @SuppressWarnings("unchecked")
        private Map<String, String> variables() {
            Object found = getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
            return found instanceof Map ? (Map<String, String>) found : Map.of();
        }

        @SuppressWarnings("unchecked")
        private List<String> matrixVariables() {
            Object found = getAttribute(HandlerMapping.MATRIX_VARIABLES_ATTRIBUTE);
            if (!(found instanceof Map)) {
                return List.of();
            }
            List<String> all = new ArrayList<>();
            new TreeMap<>((Map<String, MultiValueMap<String, String>>) found)
                    .forEach((segment, pairs) -> new TreeMap<>(pairs).forEach((name, values) -> {
                        all.add(segment);
                        all.add(name);
                        all.add(String.valueOf(values.size()));
                        all.addAll(values);
                    }));
            return all;
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return attributes.containsKey(name) ? attributes.get(name) : super.getAttribute(name);
        }

        @Override
        public void setAttribute(String name, @Nullable Object value) {
            attributes.put(name, value);
        }

        @Override
        public void removeAttribute(String name) {
            attributes.put(name, null);
        }

        @Override
        public Enumeration<String> getAttributeNames() {
            Set<String> names = new LinkedHashSet<>(Collections.list(super.getAttributeNames()));
            attributes.forEach((name, value) -> {
                if (value == null) {
                    names.remove(name);
                } else {
                    names.add(name);
                }
            });
            return Collections.enumeration(names);
        }
    }
}
