package io.yici.benchmarks;

import io.namastack.outbox.Outbox;
import io.namastack.outbox.OutboxJacksonAutoConfiguration;
import io.namastack.outbox.OutboxProcessingScheduler;
import io.namastack.outbox.config.JdbcOutboxAutoConfiguration;
import io.namastack.outbox.config.JdbcOutboxSchemaAutoConfiguration;
import io.namastack.outbox.config.OutboxCoreInfrastructureAutoConfiguration;
import io.namastack.outbox.config.OutboxCoreMulticasterAutoConfiguration;
import io.namastack.outbox.config.OutboxCoreProcessingAutoConfiguration;
import io.namastack.outbox.config.OutboxCoreSchedulingAutoConfiguration;
import io.namastack.outbox.config.OutboxCoreThreadingAutoConfiguration;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import io.namastack.outbox.partition.PartitionCoordinator;
import io.yici.services.FreshDatabase;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Namastack Outbox: its processing of 500 keys at once with one thread, completed records deleted. */
final class NamastackDrain implements Drain {
    private static final AtomicInteger SENT = new AtomicInteger();

    private final ConfigurableApplicationContext context;
    private final Outbox outbox;
    private final OutboxProcessingScheduler processing;
    private final TransactionTemplate transaction;

    /** What is sent. */
    record Event(String body) {}

    NamastackDrain(FreshDatabase database) {
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.main.banner-mode=off",
                        "namastack.outbox.jdbc.schema-initialization.enabled=true",
                        "namastack.outbox.polling.batch-size=" + HandWrittenOutbox.BATCH,
                        // its own poll stays out of the way: the turn calls what the poll calls
                        "namastack.outbox.polling.fixed.interval=1h",
                        "namastack.outbox.multicaster.enabled=false",
                        "namastack.outbox.processing.delete-completed-records=true",
                        "namastack.outbox.processing.executor-core-pool-size=1",
                        "namastack.outbox.processing.executor-max-pool-size=1")
                .run();
        outbox = context.getBean(Outbox.class);
        processing = context.getBean(OutboxProcessingScheduler.class);
        transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        context.getBean(PartitionCoordinator.class).rebalance();
    }

    @Override
    public String name() {
        return "namastack outbox";
    }

    @Override
    public int turn() {
        return 1_000;
    }

    @Override
    public void fill(int messages) {
        SENT.set(0);
        transaction.executeWithoutResult(status -> {
            for (int index = 0; index < messages; index++) {
                outbox.schedule(
                        new Event(HandWrittenOutbox.BODY), UUID.randomUUID().toString());
            }
        });
    }

    @Override
    public void empty() {
        while (SENT.get() < turn()) {
            processing.process();
        }
    }

    @Override
    public void close() {
        context.close();
    }

    /** Its own configurations, and what they need of Spring. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        JdbcClientAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class,
        TaskSchedulingAutoConfiguration.class,
        OutboxCoreInfrastructureAutoConfiguration.class,
        OutboxCoreThreadingAutoConfiguration.class,
        OutboxCoreProcessingAutoConfiguration.class,
        OutboxCoreSchedulingAutoConfiguration.class,
        OutboxCoreMulticasterAutoConfiguration.class,
        JdbcOutboxAutoConfiguration.class,
        JdbcOutboxSchemaAutoConfiguration.class,
        OutboxJacksonAutoConfiguration.class
    })
    static class Application {
        @Bean
        OutboxTypedHandler<Event> sender() {
            return new OutboxTypedHandler<>() {
                @Override
                public void handle(Event event, OutboxRecordMetadata metadata) {
                    SENT.incrementAndGet();
                }
            };
        }
    }
}
