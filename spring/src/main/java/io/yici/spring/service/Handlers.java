package io.yici.spring.service;

import io.yici.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Tells handlers of controllers, whose door is HTTP, from methods of other beans. */
public final class Handlers {
    private static final List<String> MAPPINGS = List.of(
            "org.springframework.web.bind.annotation.RequestMapping",
            "org.springframework.web.service.annotation.HttpExchange");

    private Handlers() {}

    /** Whether a method of a bean answers HTTP requests. By name, for there need be no web framework. */
    public static boolean isHandler(Method method, Class<?> beanClass) {
        return MergedAnnotations.from(beanClass, SearchStrategy.TYPE_HIERARCHY)
                        .isPresent("org.springframework.stereotype.Controller")
                && MAPPINGS.stream().anyMatch(MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)::isPresent);
    }

    /** The annotated handlers of a bean's class, for people. */
    public static List<String> in(Class<?> beanClass) {
        if (!AnnotationUtils.isCandidateClass(beanClass, Idempotent.class)) {
            return List.of();
        }
        return MethodIntrospector.selectMethods(beanClass, (MethodIntrospector.MetadataLookup<@Nullable String>)
                        method -> marker(method) != null && isHandler(method, beanClass)
                                ? title(beanClass, method)
                                : null)
                .values()
                .stream()
                .sorted()
                .toList();
    }

    /** The annotation of a handler, its own or of what it overrides. */
    public static @Nullable Idempotent marker(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class);
    }

    /** Names a handler for people: class and method. */
    public static String title(Class<?> beanClass, Method method) {
        return beanClass.getSimpleName() + "." + method.getName();
    }
}
