package io.yici.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The diagram says exactly what the machine allows. */
class StateDiagramTest {
    private enum Order {
        NEW,
        PAYING,
        PAID,
        CANCELLED
    }

    /** The part of Mermaid's grammar for state diagrams that a list of transitions uses. */
    private static final Pattern TRANSITION = Pattern.compile("    (\\[\\*]|\\w+) --> (\\[\\*]|\\w+)");

    private static final StateMachine<Order> ORDERS = StateMachine.on("orders")
            .state("status", Order.class)
            .allow(Order.NEW, Order.PAYING, Order.CANCELLED)
            .allow(Order.PAYING, Order.PAID, Order.NEW)
            .initial(Order.NEW)
            .build();

    @Test
    void everyLineIsATransitionAndTogetherTheyAreTheMachine() {
        List<String> lines = ORDERS.diagram().lines().toList();
        assertThat(lines.get(0)).isEqualTo("stateDiagram-v2");
        List<String> drawn = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            Matcher transition = TRANSITION.matcher(line);
            assertThat(transition.matches()).as(line).isTrue();
            drawn.add(transition.group(1) + ">" + transition.group(2));
        }
        List<String> declared = new ArrayList<>(List.of("[*]>NEW", "PAID>[*]", "CANCELLED>[*]"));
        for (Order target : Order.values()) {
            ORDERS.sources(target).forEach(source -> declared.add(source + ">" + target));
        }
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(declared).doesNotHaveDuplicates();
    }
}
