package io.yici.spring.service;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** The type a method's answer is stored and read back as: its generic return type as the bean's class resolves it. */
public final class AnswerType {
    private static final List<Class<?>> LATER =
            List.of(Future.class, CompletionStage.class, Callable.class, Flow.Publisher.class, BaseStream.class);

    /** By name, because these libraries need not be there. */
    private static final Set<String> LATER_BY_NAME = Set.of(
            "org.reactivestreams.Publisher",
            "reactor.core.CorePublisher",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Deferred",
            "io.reactivex.rxjava3.core.Single",
            "io.reactivex.rxjava3.core.Maybe",
            "io.reactivex.rxjava3.core.Completable",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter");

    private AnswerType() {}

    /**
     * The resolved type; a primitive as its wrapper. Wildcards and raw types stay what they are, for the codec to
     * refuse.
     */
    static Type of(Method method, Class<?> beanClass) {
        Type type = resolved(ResolvableType.forMethodReturnType(method, beanClass));
        return type instanceof Class<?> plain && plain != void.class
                ? ClassUtils.resolvePrimitiveIfNecessary(plain)
                : type;
    }

    /** Why an answer of this method could not be had when the method returns, or null. */
    public static @Nullable String problemWith(Method method, Class<?> beanClass) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return "it is a suspending function, and its transaction would not follow it";
        }
        ResolvableType type = ResolvableType.forMethodReturnType(method, beanClass);
        for (ResolvableType each : flat(type, 0)) {
            Class<?> raw = each.resolve();
            if (raw != null && comesLater(raw)) {
                return "it returns " + type + ": the work would go on after the method has returned, outside of the"
                        + " transaction and after it was recorded as done";
            }
        }
        return null;
    }

    private static boolean comesLater(Class<?> type) {
        return LATER.stream().anyMatch(later -> later.isAssignableFrom(type))
                || ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                        .anyMatch(implemented -> LATER_BY_NAME.contains(implemented.getName()))
                || superclassesOf(type).stream().anyMatch(extended -> LATER_BY_NAME.contains(extended.getName()));
    }

    private static List<Class<?>> superclassesOf(Class<?> type) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            classes.add(each);
        }
        return classes;
    }

    /** The type and its arguments, down to a depth no honest answer has; types may be recursive. */
    private static List<ResolvableType> flat(ResolvableType type, int depth) {
        List<ResolvableType> all = new ArrayList<>();
        all.add(type);
        if (depth < 8 && !(type.getType() instanceof WildcardType) && !(type.getType() instanceof Class<?>)) {
            for (ResolvableType generic : type.getGenerics()) {
                all.addAll(flat(generic, depth + 1));
            }
        }
        return all;
    }

    private static Type resolved(ResolvableType type) {
        Class<?> raw = type.getType() instanceof WildcardType ? null : type.resolve();
        if (raw == null || type.getType() instanceof Class<?>) {
            return type.getType();
        }
        if (raw.isArray()) {
            Type component = resolved(type.getComponentType());
            return component instanceof Class<?> plain ? plain.arrayType() : type.getType();
        }
        if (!type.hasGenerics()) {
            return raw;
        }
        ResolvableType[] generics = type.getGenerics().clone();
        for (int i = 0; i < generics.length; i++) {
            generics[i] = ResolvableType.forType(resolved(generics[i]));
        }
        return ResolvableType.forClassWithGenerics(raw, generics).getType();
    }
}
