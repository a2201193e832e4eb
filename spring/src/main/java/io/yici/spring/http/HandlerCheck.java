package io.yici.spring.http;

import io.yici.spring.Idempotent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/** What of an annotation has no meaning on a handler. */
final class HandlerCheck {
    private HandlerCheck() {}

    /** Adds every attribute that would be ignored: the arguments it could look at are not there before the guard. */
    static void annotation(String title, Idempotent marker, List<String> problems) {
        Map<String, String> expressions = new LinkedHashMap<>();
        expressions.put("key", marker.key());
        expressions.put("caller", marker.caller());
        expressions.put("scope", marker.scope());
        expressions.put("fingerprint", marker.fingerprint());
        expressions.put("reference", marker.reference());
        expressions.put("replay", marker.replay());
        expressions.put("unrecordedWhen", marker.unrecordedWhen());
        expressions.forEach((name, expression) -> {
            if (!expression.isBlank()) {
                problems.add(title + " is a handler, which is guarded before its arguments are there, so @Idempotent("
                        + name + " = …) has no meaning. " + REMEDIES.get(name));
            }
        });
    }

    /** Adds that a handler has returned, and is answered for, before it has begun. */
    static void answersItself(HandlerBody body, List<String> problems) {
        if (AnnotatedElementUtils.hasAnnotation(body.method(), Async.class)
                || AnnotatedElementUtils.hasAnnotation(body.controller(), Async.class)) {
            problems.add(body.title() + " is @Async too, so it would be answered, and recorded as done, before it has"
                    + " run. Call an @Async method of another bean from it.");
        }
    }

    private static final Map<String, String> REMEDIES = Map.of(
            "key",
                    "The key is the header Idempotency-Key, or a member of the body by yici.http.routes[operation].key-pointer.",
            "caller", "The caller is told by the CallerResolver bean, which Spring Security's user is by default.",
            "scope", "The scope is the path variables.",
            "fingerprint",
                    "What is compared is set by yici.http.routes[operation].compare, ignored-members and compare-headers.",
            "reference", "Guard the service instead, to keep an answer by reference.",
            "replay", "Guard the service instead, to rebuild an answer.",
            "unrecordedWhen", "Name statuses by yici.http.routes[operation].unrecorded-statuses.");
}
