package io.yici.spring.service;

import io.yici.IdempotencyException;
import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.Rejection;
import io.yici.spring.Idempotent;
import io.yici.store.Codec;
import io.yici.store.CodecException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;

/** What can be wrong with an annotated method by itself, whatever bean it is on. */
final class MethodCheck {
    private static final String INIT = "jakarta.annotation.PostConstruct";

    /** Parameters that say nothing of what is asked, or cannot be written, by the beginning of their type's name. */
    private static final List<String> NO_CONTENT = List.of(
            "jakarta.servlet.",
            "java.io.InputStream",
            "java.io.Reader",
            "java.sql.",
            "java.security.Principal",
            "java.util.function.",
            "org.apache.kafka.",
            "org.springframework.amqp.",
            "org.springframework.core.io.",
            "org.springframework.messaging.",
            "org.springframework.http.HttpEntity",
            "org.springframework.security.core.",
            "org.springframework.web.");

    private final Declaration declaration;
    private final Codec codec;
    private final boolean callersKnown;

    private MethodCheck(Declaration declaration, Codec codec, boolean callersKnown) {
        this.declaration = declaration;
        this.codec = codec;
        this.callersKnown = callersKnown;
    }

    static MethodCheck of(Declaration declaration, Codec codec, boolean callersKnown) {
        return new MethodCheck(declaration, codec, callersKnown);
    }

    /** Adds every problem found. */
    void run(List<String> problems) {
        reachable(problems);
        named(problems);
        answerable(problems);
        attributes(problems);
        if (declaration.isListener()) {
            Listeners.check(declaration, problems);
        }
    }

    private void reachable(List<String> problems) {
        Method method = declaration.method();
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            problem(problems, "is private, so no proxy can stand before it", "Make it public");
        }
        if (Modifier.isStatic(modifiers)) {
            problem(problems, "is static, so no proxy can stand before it", "Make it a method of a bean");
        }
        if (Modifier.isFinal(modifiers)) {
            problem(problems, "is final, so no proxy can stand before it", "Remove final (in Kotlin: open it)");
        }
        if (Modifier.isFinal(declaration.beanClass().getModifiers())
                && !declaration.beanClass().isInterface()
                && !ClassUtils.isLambdaClass(declaration.beanClass())
                && !isInInterface(method)) {
            problem(
                    problems,
                    "is in a final class, so no proxy can stand before it",
                    "Remove final (in Kotlin: open the class, or use the kotlin-spring plugin)");
        }
        if (Stream.of(method.getAnnotations())
                .anyMatch(each -> each.annotationType().getName().equals(INIT))) {
            problem(
                    problems,
                    "is @PostConstruct, which is called before the bean has its proxy",
                    "Call it from an ApplicationRunner");
        }
        if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
                || AnnotatedElementUtils.hasAnnotation(declaration.beanClass(), Async.class)) {
            problem(
                    problems,
                    "is @Async too, so its caller could not be answered",
                    "Call it from an @Async method of another bean");
        }
    }

    private boolean isInInterface(Method method) {
        return ClassUtils.getAllInterfacesForClassAsSet(declaration.beanClass()).stream()
                .anyMatch(each -> ClassUtils.hasMethod(each, method.getName(), method.getParameterTypes()));
    }

    private void named(List<String> problems) {
        try {
            Operation.named(declaration.operation());
        } catch (InvalidOperationException misnamed) {
            problem(problems, "has an unusable name: " + misnamed.found(), "Correct operation = …");
        }
        if (!declaration.marker().key().isEmpty() && declaration.marker().key().isBlank()) {
            problem(problems, "names no key", "Write where it comes from: key = \"#request.key\"");
        }
        boolean isInner = declaration.marker().key().isBlank();
        if (declaration.marker().caller().isBlank() && !callersKnown && !isInner && !declaration.isListener()) {
            problem(
                    problems,
                    "does not say on whose behalf it runs",
                    "Write caller = \"#…\", or declare a CallerResolver bean");
        }
    }

    private void answerable(List<String> problems) {
        String later = AnswerType.problemWith(declaration.method(), declaration.beanClass());
        if (later != null) {
            problems.add(declaration.title() + " cannot be idempotent: " + later
                    + ". Return the value itself, and let the caller be asynchronous.");
        } else if (declaration.marker().replay().isBlank()) {
            Type type = AnswerType.of(declaration.method(), declaration.beanClass());
            try {
                if (type != void.class) {
                    codec.check(type);
                }
            } catch (CodecException unstorable) {
                problem(
                        problems,
                        "returns " + type.getTypeName() + ", which cannot be stored and read back: "
                                + unstorable.message(),
                        "Return a concrete type, or keep the answer by reference and replay");
            }
        }
    }

    private void attributes(List<String> problems) {
        Idempotent marker = declaration.marker();
        if (marker.reference().isBlank() != marker.replay().isBlank()) {
            problem(problems, "has only one of reference and replay", "Give both, or none");
        }
        for (Class<? extends Throwable> type : marker.commitUnrecorded()) {
            if (type == Rejection.class || IdempotencyException.class.isAssignableFrom(type)) {
                problem(
                        problems,
                        "names " + type.getSimpleName() + " in commitUnrecorded, which always rolls back",
                        "Remove it, or throw an exception of your own");
            }
        }
        if (marker.external() || marker.resumable() || marker.finalExceptions().length > 0) {
            problem(
                    problems,
                    "is external or resumable, or names finalExceptions, which only a handler of a controller can",
                    "Remove it, or guard the handler");
        }
        if (marker.fingerprint().isBlank()) {
            compared().stream()
                    .filter(type -> NO_CONTENT.stream().anyMatch(type.getName()::startsWith))
                    .map(Class::getSimpleName)
                    .filter(Objects::nonNull)
                    .forEach(type -> problem(
                            problems,
                            "has a " + type + " parameter, which cannot be compared with that of a repeat",
                            "Name what matters by fingerprint = \"…\""));
        }
    }

    /** The types of what is compared with a repeat. */
    private List<Class<?>> compared() {
        Class<?>[] all = declaration.method().getParameterTypes();
        return declaration.isListener()
                ? Listeners.content(declaration.method()).stream()
                        .<Class<?>>map(index -> all[index])
                        .toList()
                : List.of(all);
    }

    private void problem(List<String> problems, String fault, String remedy) {
        problems.add(declaration.title() + " is @Idempotent but " + fault + ". " + remedy + ".");
    }
}
