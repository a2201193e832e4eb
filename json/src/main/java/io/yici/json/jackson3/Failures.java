package io.yici.json.jackson3;

import io.yici.store.CodecException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * Says what went wrong without the content: Jackson's own messages quote values, and answers must not get into logs. So
 * they are kept only where they speak of types alone; an exception of the user's code stays as the cause.
 */
final class Failures {
    private Failures() {}

    static CodecException translate(String what, RuntimeException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CodecException ours) {
                return new CodecException(what + where(failure) + ": " + ours.message(), ours.getCause());
            }
        }
        if (failure instanceof InvalidDefinitionException || failure instanceof StreamConstraintsException) {
            return new CodecException(
                    what + where(failure) + ": " + ((JacksonException) failure).getOriginalMessage(), failure);
        }
        Throwable users = usersOwn(failure);
        if (users != null) {
            return new CodecException(
                    what + where(failure) + ": " + users.getClass().getName() + " was thrown", users);
        }
        String expected = failure instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
                ? ", where a " + mismatch.getTargetType().getName() + " was expected"
                : "";
        return new CodecException(
                what + where(failure) + ": " + failure.getClass().getSimpleName() + expected, null);
    }

    private static @Nullable Throwable usersOwn(Throwable failure) {
        Throwable each = failure;
        while (each instanceof JacksonException) {
            each = each.getCause();
        }
        return each;
    }

    /** The place, by property names and indexes; keys of maps are content and are not shown. */
    private static String where(RuntimeException failure) {
        StringBuilder path = new StringBuilder();
        if (failure instanceof JacksonException jackson) {
            for (JacksonException.Reference step : jackson.getPath()) {
                if (path.length() > 200) {
                    return " (at " + path + "…)";
                }
                if (step.from() instanceof Map) {
                    path.append("[a key]");
                } else if (step.getPropertyName() == null) {
                    path.append('[').append(step.getIndex()).append(']');
                } else {
                    path.append('.').append(step.getPropertyName());
                }
            }
        }
        return path.isEmpty() ? "" : " (at " + path + ")";
    }
}
