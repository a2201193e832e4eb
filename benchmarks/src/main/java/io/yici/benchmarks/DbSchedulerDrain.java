package io.yici.benchmarks;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** db-scheduler with one worker, lock-and-fetch, up to 500 one-time tasks fetched at once. */
final class DbSchedulerDrain implements Drain {
    private final DataSource dataSource;
    private final OneTimeTask<String> task;
    private final SchedulerClient client;
    private volatile CountDownLatch left = new CountDownLatch(0);

    DbSchedulerDrain(DataSource dataSource) throws SQLException {
        this.dataSource = dataSource;
        this.task = Tasks.oneTime("send", String.class).execute((instance, context) -> left.countDown());
        this.client = SchedulerClient.Builder.create(dataSource, task).build();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table scheduled_tasks (task_name text not null, task_instance text not null,"
                    + " task_data bytea, execution_time timestamp with time zone, picked boolean not null, picked_by text,"
                    + " last_success timestamp with time zone, last_failure timestamp with time zone,"
                    + " consecutive_failures int, last_heartbeat timestamp with time zone, version bigint not null,"
                    + " priority smallint, state text, primary key (task_name, task_instance))");
            statement.execute("create index execution_time_idx on scheduled_tasks (execution_time)");
            statement.execute("create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)");
        }
    }

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public int turn() {
        return 1_000;
    }

    @Override
    public void fill(int messages) {
        left = new CountDownLatch(messages);
        List<TaskInstance<?>> instances = new ArrayList<>();
        for (int index = 0; index < messages; index++) {
            instances.add(task.instance(UUID.randomUUID().toString(), HandWrittenOutbox.BODY));
        }
        client.scheduleBatch(instances, Instant.now());
    }

    @Override
    public void empty() throws Exception {
        Scheduler scheduler = Scheduler.create(dataSource, task)
                .threads(1)
                .pollUsingLockAndFetch(1.0, HandWrittenOutbox.BATCH)
                .pollingInterval(Duration.ofMillis(10))
                .shutdownMaxWait(Duration.ofSeconds(10))
                .build();
        scheduler.start();
        try {
            if (!left.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("db-scheduler left " + left.getCount());
            }
        } finally {
            scheduler.stop();
        }
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from scheduled_tasks")) {
            if (!rows.next() || rows.getInt(1) != 0) {
                throw new IllegalStateException("db-scheduler left tasks behind");
            }
        }
    }
}
