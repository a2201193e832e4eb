package io.yici.internal;

import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.OperationSettings;
import java.util.Map;
import java.util.TreeSet;

/** The settings of each operation by its name. */
public final class DeclaredOperations {
    private final OperationSettings defaults;
    private final Map<String, OperationSettings> declared;
    private final boolean closed;

    /** {@code closed}: an operation that is not declared is refused instead of getting the defaults. */
    public DeclaredOperations(OperationSettings defaults, Map<String, OperationSettings> declared, boolean closed) {
        this.defaults = defaults;
        this.declared = Map.copyOf(declared);
        this.closed = closed;
    }

    /** The settings of an operation. */
    public OperationSettings of(Operation operation) {
        return of(operation.name());
    }

    /** The settings of an operation by its name. */
    public OperationSettings of(String name) {
        OperationSettings settings = declared.get(name);
        if (settings != null) {
            return settings;
        }
        if (closed) {
            throw new InvalidOperationException("operation '" + name + "' is not declared; declared are "
                    + new TreeSet<>(declared.keySet()) + "; nothing was executed");
        }
        return defaults;
    }
}
