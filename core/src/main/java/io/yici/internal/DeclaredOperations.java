package io.yici.internal;

import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.guard.TokenUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The settings of each operation by its name. */
public final class DeclaredOperations {
    private final OperationSettings defaults;
    private final Map<String, OperationSettings> declared;
    private final boolean closed;
    private final TokenUse tokens;

    /** {@code closed}: an operation that is not declared is refused instead of getting the defaults. */
    public DeclaredOperations(OperationSettings defaults, Map<String, OperationSettings> declared, boolean closed) {
        this(defaults, declared, closed, TokenUse.NONE);
    }

    private DeclaredOperations(
            OperationSettings defaults, Map<String, OperationSettings> declared, boolean closed, TokenUse tokens) {
        this.defaults = defaults;
        this.declared = Map.copyOf(declared);
        this.closed = closed;
        this.tokens = tokens;
    }

    /** The same, each taking tokens as its settings say or as {@code use} does, whichever is stricter. */
    public DeclaredOperations taking(TokenUse use) {
        return new DeclaredOperations(defaults, declared, closed, tokens.and(use));
    }

    /** What of the settings cannot be kept with what stands before the claim, each with its remedy. */
    public List<String> problems(Entrance entrance) {
        List<String> problems = new ArrayList<>();
        if (!closed) {
            problems.addAll(entrance.problems("Every operation without settings of its own", strict(defaults)));
        }
        new TreeMap<>(declared)
                .forEach((name, settings) ->
                        problems.addAll(entrance.problems("Operation '" + name + "'", strict(settings))));
        return problems;
    }

    /** The settings of an operation. */
    public OperationSettings of(Operation operation) {
        return of(operation.name());
    }

    /** The settings of an operation by its name. */
    public OperationSettings of(String name) {
        OperationSettings settings = declared.get(name);
        if (settings != null) {
            return strict(settings);
        }
        if (closed) {
            throw new InvalidOperationException("operation '" + name + "' is not declared; declared are "
                    + new TreeSet<>(declared.keySet()) + "; nothing was executed");
        }
        return strict(defaults);
    }

    private OperationSettings strict(OperationSettings settings) {
        TokenUse said = settings.entry().tokens();
        return said.and(tokens) == said
                ? settings
                : settings.entry(settings.entry().tokens(tokens));
    }
}
