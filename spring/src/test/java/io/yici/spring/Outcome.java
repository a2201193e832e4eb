package io.yici.spring;

import io.yici.OperationEvent.Kind;
import io.yici.OperationId;
import java.util.Set;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What came of messages in an application: rows, runs, records, and what the engine told. */
public record Outcome(ApplicationContext application) {
    /** How often this was told, of whatever message: also of one that an earlier test sent and the broker repeats. */
    public long told(Kind kind) {
        return application.getBean(Events.class).kinds().stream()
                .filter(kind::equals)
                .count();
    }

    /** How often this was told of operations recorded under the key. */
    public long told(Kind kind, String key) {
        Set<String> hashes = application
                .getBean(JdbcClient.class)
                .sql("SELECT id FROM yici_record WHERE idempotency_key = ?")
                .param(key)
                .query((row, number) -> OperationId.ofBytes(row.getBytes("id")).shortHash())
                .set();
        return application.getBean(Events.class).told().stream()
                .filter(event -> event.kind() == kind && hashes.contains(event.shortHash()))
                .count();
    }

    /** How many business rows an event has. */
    public int rows(String key) {
        return application.getBean(OrderTable.class).rowsOf(key);
    }

    /** How often a handler really ran. */
    public int runs(String what) {
        return application.getBean(Ledger.class).runsOf(what);
    }

    /** How many records the key has. */
    public int records(String key) {
        return application
                .getBean(JdbcClient.class)
                .sql("SELECT COUNT(*) FROM yici_record WHERE idempotency_key = ?")
                .param(key)
                .query(Integer.class)
                .single();
    }
}
