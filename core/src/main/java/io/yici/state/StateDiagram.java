package io.yici.state;

import java.util.List;
import java.util.function.Predicate;

/** The moves as Mermaid draws them: where rows begin and end, and each move, in the order of the constants. */
final class StateDiagram {
    private static final String INDENT = "    ";

    private StateDiagram() {}

    static <S extends Enum<S>> String of(StateMachine<S> machine) {
        List<S> all = machine.states().all();
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        for (S first : all) {
            if (machine.initial().contains(first)) {
                line(text, "[*]", first.name());
            }
        }
        for (S from : all) {
            Predicate<S> allowed = target -> machine.sources(target).contains(from);
            all.stream().filter(allowed).forEach(target -> line(text, from.name(), target.name()));
            if (all.stream().noneMatch(allowed)) {
                line(text, from.name(), "[*]");
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String from, String target) {
        text.append(INDENT).append(from).append(" --> ").append(target).append('\n');
    }
}
