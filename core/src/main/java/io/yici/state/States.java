package io.yici.state;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The constants of a state column and how they are stored. */
final class States<S extends Enum<S>> {
    private final String column;
    private final List<S> all;
    private final EnumMap<S, String> stored;
    private final Map<String, S> byText = new HashMap<>();

    States(String column, Class<S> states, Function<? super S, String> stored) {
        this.column = column;
        this.all = List.of(states.getEnumConstants());
        this.stored = new EnumMap<>(states);
        Map<String, S> folded = new HashMap<>();
        for (S state : all) {
            String text = stored.apply(state);
            if (text == null || text.isBlank() || !text.equals(text.strip())) {
                throw new IllegalArgumentException("stored: " + state
                        + " must be stored as a text without blanks at its ends, not '" + text + "'");
            }
            S other = folded.put(text.toLowerCase(Locale.ROOT), state);
            if (other != null) {
                throw new IllegalArgumentException(
                        "stored: " + other + " and " + state + " would both be stored as '" + text + "'");
            }
            this.stored.put(state, text);
            byText.put(text, state);
        }
    }

    String column() {
        return column;
    }

    List<S> all() {
        return all;
    }

    Row.StateText stored(S state) {
        return new Row.StateText(text(state));
    }

    String text(S state) {
        return String.valueOf(stored.get(state));
    }

    Set<String> texts() {
        return Set.copyOf(stored.values());
    }

    /** The constant of a stored text, which a fixed-width column may have padded; null when there is none. */
    @Nullable S of(@Nullable String text) {
        return text == null ? null : byText.get(text.stripTrailing());
    }

    String named(Set<S> states) {
        return states.stream().map(Enum::name).collect(Collectors.joining(", "));
    }
}
