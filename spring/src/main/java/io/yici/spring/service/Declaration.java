package io.yici.spring.service;

import io.yici.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * An {@link Idempotent} method of a bean's class.
 *
 * @param marker the annotation, found on the method, the one it overrides or that of an interface
 * @param method the most specific method, whose body runs
 * @param beanClass the class of the bean without its proxy
 */
record Declaration(Idempotent marker, Method method, Class<?> beanClass) {

    /** The annotation of a method, its own or of what it overrides; null without one, and for handlers of requests. */
    static @Nullable Declaration of(Method method, Class<?> beanClass) {
        Method specific = AopUtils.getMostSpecificMethod(method, beanClass);
        Idempotent marker = marker(specific);
        if (marker == null) {
            marker = marker(method);
        }
        return marker == null || Handlers.isHandler(specific, beanClass)
                ? null
                : new Declaration(marker, specific, beanClass);
    }

    /** Every annotated method of a class, private and static ones too, ordered by name. */
    static List<Declaration> in(Class<?> beanClass) {
        if (!AnnotationUtils.isCandidateClass(beanClass, Idempotent.class)) {
            return List.of();
        }
        Map<Method, Declaration> found =
                MethodIntrospector.selectMethods(beanClass, (MethodIntrospector.MetadataLookup<@Nullable Declaration>)
                        method -> Declaration.of(method, beanClass));
        return found.values().stream()
                .map(Objects::requireNonNull)
                .distinct()
                .sorted(Comparator.comparing(Declaration::title))
                .toList();
    }

    private static @Nullable Idempotent marker(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class);
    }

    /** Whether it receives messages. */
    boolean isListener() {
        return Listeners.isListener(method);
    }

    /** The operation's name. */
    String operation() {
        return marker.operation();
    }

    /** Names it for people: class and method. */
    String title() {
        return beanClass.getSimpleName() + "." + method.getName();
    }

    /** Whether a call of this method, perhaps through an interface, is a call of the declared one. */
    boolean isCalledBy(Method called) {
        return method.equals(AopUtils.getMostSpecificMethod(called, beanClass));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Declaration that && method.equals(that.method) && beanClass.equals(that.beanClass);
    }

    @Override
    public int hashCode() {
        return Objects.hash(method, beanClass);
    }
}
