package io.yici.spring.http;

import io.yici.guard.TokenUse;
import io.yici.http.KeptHeaders;
import io.yici.http.KeyField;
import io.yici.http.KeyPointer;
import io.yici.http.KeyRules;
import io.yici.http.RecordedStatuses;
import io.yici.spring.http.HttpOptions.Comparison;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the requests of a route, and kept of its responses; every option settled. Sizes are bytes.
 *
 * @param keyRequired whether a request without a key is refused
 * @param key what a key may look like
 * @param pointer where a key may be in a JSON body, or null
 * @param field where a key may be in a form, or null
 * @param tokens whether keys are form tokens
 * @param finalExceptions exceptions that are an answer
 * @param committingExceptions exceptions that commit what was written and record nothing
 * @param sendErrorAnswers whether {@code sendError} is an answer like any other
 * @param external whether the handler calls other systems
 * @param resumable whether it may then be entered again under the same key
 */
record RouteRules(
        boolean keyRequired,
        KeyRules key,
        @Nullable KeyPointer pointer,
        @Nullable KeyField field,
        TokenUse tokens,
        int requestLimit,
        long keptLimit,
        long responseLimit,
        RecordedStatuses statuses,
        KeptHeaders keptHeaders,
        Comparison compare,
        List<String> compareHeaders,
        Set<String> ignoredMembers,
        List<Class<? extends Throwable>> finalExceptions,
        List<Class<? extends Throwable>> committingExceptions,
        boolean sendErrorAnswers,
        boolean external,
        boolean resumable) {

    /** Whether an exception of the handler is an answer, to be recorded while the work is undone. */
    boolean isFinal(Throwable thrown) {
        return isOneOf(thrown, finalExceptions);
    }

    /** Whether an exception of the handler commits. */
    boolean commits(Throwable thrown) {
        return isOneOf(thrown, committingExceptions);
    }

    private static boolean isOneOf(Throwable thrown, List<Class<? extends Throwable>> types) {
        return types.stream().anyMatch(type -> type.isInstance(thrown));
    }
}
