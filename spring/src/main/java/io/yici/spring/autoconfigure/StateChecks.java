package io.yici.spring.autoconfigure;

import io.yici.SetupException;
import io.yici.state.StateMachine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Checks, when all beans are there, that the table of each state machine can carry it. */
@SuppressWarnings("rawtypes") // beans of any enum
final class StateChecks implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(StateChecks.class);

    private final ObjectProvider<StateMachine> machines;
    private final ObjectProvider<DataSource> dataSources;

    StateChecks(ObjectProvider<StateMachine> machines, ObjectProvider<DataSource> dataSources) {
        this.machines = machines;
        this.dataSources = dataSources;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<StateMachine> all = machines.stream().toList();
        if (all.isEmpty()) {
            return;
        }
        DataSource dataSource = dataSources.getIfUnique();
        if (dataSource == null) {
            LOG.warn(
                    "The tables of {} state machines were not checked, since none of the data sources is primary;"
                            + " call StateMachine.check with the right one.",
                    all.size());
            return;
        }
        List<String> problems = new ArrayList<>();
        for (StateMachine machine : all) {
            check(machine, dataSource, problems);
        }
        if (!problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
    }

    private static void check(StateMachine<?> machine, DataSource dataSource, List<String> problems) {
        try {
            machine.check(dataSource);
        } catch (SetupException refused) {
            problems.addAll(refused.problems());
        } catch (SQLException unreachable) {
            throw new IllegalStateException("The table " + machine.table() + " could not be checked.", unreachable);
        }
    }
}
