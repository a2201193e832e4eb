package io.yici.json.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Classes that are no values: to store one would keep nothing, or use it up. Known by name, so none need be there. */
public final class NotValues {
    private static final String LATER =
            "it is not finished when the method returns; return the value it will hold, or keep the answer by reference";
    private static final String ONCE = "it can be read only once; return a List or bytes";
    private static final String CALL = "it is code to be called, not a value; return what it yields";
    private static final Map<String, String> REASONS = new LinkedHashMap<>();

    static {
        because(
                LATER,
                "java.util.concurrent.Future",
                "java.util.concurrent.CompletionStage",
                "java.util.concurrent.Flow$Publisher",
                "org.reactivestreams.Publisher",
                "io.reactivex.Single",
                "io.reactivex.Maybe",
                "io.reactivex.Completable",
                "io.reactivex.Observable",
                "io.reactivex.rxjava3.core.Single",
                "io.reactivex.rxjava3.core.Maybe",
                "io.reactivex.rxjava3.core.Completable",
                "io.reactivex.rxjava3.core.Observable",
                "rx.Single",
                "rx.Completable",
                "rx.Observable",
                "io.smallrye.mutiny.Uni",
                "io.smallrye.mutiny.Multi",
                "io.vertx.core.Future",
                "kotlin.coroutines.Continuation",
                "kotlinx.coroutines.Job",
                "kotlinx.coroutines.flow.Flow",
                "org.springframework.web.context.request.async.DeferredResult",
                "org.springframework.web.context.request.async.WebAsyncTask",
                "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
                "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");
        because(
                ONCE,
                "java.util.stream.BaseStream",
                "java.util.Iterator",
                "java.util.Enumeration",
                "java.util.Spliterator",
                "java.io.InputStream",
                "java.io.OutputStream",
                "java.io.Reader",
                "java.io.Writer",
                "java.nio.channels.Channel",
                "java.sql.ResultSet",
                "java.sql.Blob",
                "java.sql.Clob",
                "org.springframework.core.io.InputStreamSource");
        because(
                CALL,
                "java.util.concurrent.Callable",
                "java.util.function.Supplier",
                "java.util.function.Function",
                "java.lang.Runnable");
    }

    private NotValues() {}

    /** Why values of this class cannot be stored; null when nothing speaks against it. */
    public static @Nullable String reason(Class<?> type) {
        String known = REASONS.get(type.getName());
        if (known != null) {
            return known;
        }
        for (Class<?> each : type.getInterfaces()) {
            String inherited = reason(each);
            if (inherited != null) {
                return inherited;
            }
        }
        Class<?> parent = type.getSuperclass();
        return parent == null ? null : reason(parent);
    }

    private static void because(String reason, String... names) {
        for (String name : names) {
            REASONS.put(name, reason);
        }
    }
}
