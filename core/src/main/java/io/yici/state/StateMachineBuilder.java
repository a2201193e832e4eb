package io.yici.state;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Declares which moves a row may make. Not thread-safe; used once. */
public final class StateMachineBuilder<S extends Enum<S>> {
    private final String table;
    private final String key;
    private final States<S> states;
    private final EnumMap<S, Set<S>> sources;
    private final EnumSet<S> initial;
    private String version = "version";
    private @Nullable String movedBy;

    StateMachineBuilder(String table, String key, States<S> states) {
        this.table = table;
        this.key = key;
        this.states = states;
        Class<S> type = states.all().get(0).getDeclaringClass();
        this.sources = new EnumMap<>(type);
        this.initial = EnumSet.noneOf(type);
        states.all().forEach(state -> sources.put(state, EnumSet.noneOf(type)));
    }

    /** Names the column that counts changes: a whole number, never null; {@code version} by default. */
    public StateMachineBuilder<S> version(String column) {
        this.version = Names.column("version", column);
        return this;
    }

    /**
     * Names a column in which each move leaves who made it: by default the id of the running operation (64 characters).
     * With it, a repeat of an operation is told apart from another one that came first.
     */
    public StateMachineBuilder<S> movedBy(String column) {
        this.movedBy = Names.column("movedBy", column);
        return this;
    }

    /** Says in which states rows are created. By default those to which no move leads. */
    @SafeVarargs
    public final StateMachineBuilder<S> initial(S... states) {
        initial.addAll(Set.of(states));
        return this;
    }

    /** Allows the moves from one state to others; what is not allowed is refused. */
    @SafeVarargs
    public final StateMachineBuilder<S> allow(S from, S... targets) {
        for (S target : targets) {
            if (target == from) {
                throw new IllegalArgumentException(
                        "targets: a move from " + from
                                + " to itself could not be told from a repeat; use a VersionedUpdate for changes within a state");
            }
            sourcesOf(target).add(from);
        }
        return this;
    }

    /**
     * Completes the machine.
     *
     * @throws IllegalArgumentException a state cannot be reached by any path from an initial one, or there is none
     */
    public StateMachine<S> build() {
        EnumSet<S> first = EnumSet.copyOf(initial);
        if (first.isEmpty()) {
            states.all().stream()
                    .filter(state -> sourcesOf(state).isEmpty() && leadsOn(state))
                    .forEach(first::add);
        }
        Set<S> lost = EnumSet.copyOf(states.all());
        lost.removeAll(reachable(first));
        if (!lost.isEmpty()) {
            throw new IllegalArgumentException("The states of " + table + " cannot reach " + states.named(lost)
                    + ": allow a move there, or say that rows are created in it by initial(…).");
        }
        return new StateMachine<>(table, key, states, version, movedBy, first, sources);
    }

    private EnumSet<S> reachable(Set<S> first) {
        EnumSet<S> reached = EnumSet.copyOf(first);
        boolean more = true;
        while (more) {
            more = false;
            for (S state : states.all()) {
                if (!reached.contains(state) && sourcesOf(state).stream().anyMatch(reached::contains)) {
                    more |= reached.add(state);
                }
            }
        }
        return reached;
    }

    private boolean leadsOn(S state) {
        return sources.values().stream().anyMatch(from -> from.contains(state));
    }

    private Set<S> sourcesOf(S target) {
        Set<S> found = sources.get(target);
        if (found == null) {
            throw new IllegalArgumentException("targets: " + target);
        }
        return found;
    }
}
