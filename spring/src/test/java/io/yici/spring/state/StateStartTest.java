package io.yici.spring.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.SetupException;
import io.yici.spring.Applications;
import io.yici.state.StateMachine;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The tables of state machines are checked when the application starts. */
class StateStartTest {
    private static final StateMachine<TicketStatus> NOWHERE = StateMachine.on("no_such_table")
            .state("status", TicketStatus.class)
            .allow(TicketStatus.OPEN, TicketStatus.PAID, TicketStatus.USED, TicketStatus.VOID)
            .build();
    private static final StateMachine<TicketStatus> ELSEWHERE = StateMachine.on("orders")
            .key("order_key")
            .state("status", TicketStatus.class)
            .allow(TicketStatus.OPEN, TicketStatus.PAID, TicketStatus.USED, TicketStatus.VOID)
            .build();

    @Test
    void everyProblemOfEveryMachineKeepsTheApplicationFromStarting() {
        with(NOWHERE)
                .withBean("elsewhere", StateMachine.class, supplied(ELSEWHERE))
                .run(started -> assertThat(started.getStartupFailure())
                        .isInstanceOfSatisfying(
                                SetupException.class,
                                refused -> assertThat(refused.problems())
                                        .hasSize(3)
                                        .anyMatch(problem -> problem.contains("no_such_table"))
                                        .anyMatch(problem -> problem.contains("Column status of orders is missing"))));
    }

    @Test
    void theCheckCanBeSwitchedOff() {
        with(NOWHERE).withPropertyValues("yici.states.check=false").run(started -> {
            assertThat(started).hasNotFailed();
            assertThat(started.getBean(SpringStates.class)).isNotNull();
        });
    }

    @Test
    void withoutTheGuardStatesAreStillKept() {
        with(NOWHERE)
                .withPropertyValues("yici.states.check=false", "yici.enabled=false")
                .run(started -> assertThat(started).hasSingleBean(SpringStates.class));
    }

    @Test
    void nothingIsCheckedWhereThereIsNoMachine() {
        Applications.onH2().run(started -> assertThat(started).hasNotFailed());
    }

    private static ApplicationContextRunner with(StateMachine<TicketStatus> machine) {
        return Applications.onH2().withBean("machine", StateMachine.class, supplied(machine));
    }

    @SuppressWarnings("rawtypes") // as a bean's class is
    private static Supplier<StateMachine> supplied(StateMachine<TicketStatus> machine) {
        return () -> machine;
    }
}
