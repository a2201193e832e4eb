package io.yici.benchmarks;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Transaction Outbox: its flush in batches of 500, run by the calling thread. */
final class GruelboxDrain implements Drain {
    private static final Duration LATER = Duration.ofMinutes(1);

    private final ThreadLocalContextTransactionManager transactions;
    private final TransactionOutbox outbox;
    private final AtomicInteger sent = new AtomicInteger();
    private Duration ahead = Duration.ZERO;
    private boolean open;

    /** What it calls for each message. */
    interface Postman {
        void send(String destination, String body);
    }

    GruelboxDrain(DataSource dataSource) {
        transactions = TransactionManager.fromDataSource(dataSource);
        outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> (Postman) (destination, body) -> sent.incrementAndGet()))
                .attemptFrequency(LATER)
                .clockProvider(() -> Clock.offset(Clock.systemUTC(), ahead))
                .flushBatchSize(HandWrittenOutbox.BATCH)
                // what was scheduled waits in the table until the turn; then the calling thread does it
                .submitter((entry, work) -> {
                    if (open) {
                        work.accept(entry);
                    }
                })
                .build();
    }

    @Override
    public String name() {
        return "gruelbox transaction-outbox";
    }

    @Override
    public int turn() {
        return 1_000;
    }

    @Override
    public void fill(int messages) {
        open = false;
        sent.set(0);
        transactions.inTransaction(() -> {
            for (int index = 0; index < messages; index++) {
                outbox.schedule(Postman.class).send("orders", HandWrittenOutbox.BODY);
            }
        });
    }

    @Override
    public void empty() {
        open = true;
        ahead = ahead.plus(LATER); // what was scheduled is due
        while (sent.get() < turn()) {
            outbox.flush();
        }
    }
}
