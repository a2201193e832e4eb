package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Operation;
import io.yici.services.TestDatabase;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The vectors of the HTTP behaviour, by their numbers, over sockets against one server per database. Each has orders
 * and keys of its own; effects are counted by business rows and by a ledger outside of transactions.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("databases")
@ExtendWith(SharedServer.class)
abstract class Vectors {
    private final TestDatabase database;
    private Server server;

    Vectors(TestDatabase database) {
        this.database = database;
    }

    /** Leaves out, loudly, what this machine cannot run; under CI nothing is left out, so that it fails. */
    static List<TestDatabase> databases() {
        List<TestDatabase> present = new ArrayList<>();
        for (TestDatabase each : List.of(TestDatabase.SQLITE, TestDatabase.POSTGRESQL)) {
            Optional<String> missing = each.missing();
            if (missing.isPresent() && !"true".equals(System.getenv("CI"))) {
                System.err.println("NOT TESTED ON " + each + ": " + missing.get());
            } else {
                present.add(each);
            }
        }
        return present;
    }

    @BeforeEach
    void on(Server shared) {
        server = shared;
    }

    TestDatabase database() {
        return database;
    }

    <T> T bean(Class<T> type) {
        return server.bean(type);
    }

    /** An order, or a key, that nobody else has. */
    static String fresh(String hint) {
        return hint + "-" + UUID.randomUUID();
    }

    /** A body that asks for this order. */
    static String body(String order) {
        return "{\"order\":\"" + order + "\",\"sku\":\"TEA\"}";
    }

    Reply send(Ask ask) {
        try {
            return Reply.to(ask, server.port());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Sends it on a thread of its own. */
    Pending sendAside(Ask ask) {
        FutureTask<Reply> task = new FutureTask<>(() -> send(ask));
        Thread thread = new Thread(task, "aside");
        thread.setDaemon(true);
        thread.start();
        return new Pending(task);
    }

    /** A response that is yet to come. */
    record Pending(FutureTask<Reply> task) {
        Reply reply() throws Exception {
            return Objects.requireNonNull(task.get(60, TimeUnit.SECONDS));
        }
    }

    /** A key of alice's. */
    static Operation operation(String name, String key) {
        return Operation.named(name).by("alice").key(key);
    }

    /** So many effects of an order, in the end and ever tried. */
    void happened(String order, int times) {
        remained(order, times);
        ran(order, times);
    }

    /** So many business rows. */
    void remained(String order, int rows) {
        assertThat(bean(OrderTable.class).rowsOf(order)).as("rows of %s", order).isEqualTo(rows);
    }

    /** So many times a handler was entered. */
    void ran(String order, int times) {
        assertThat(bean(Ledger.class).runsOf(order)).as("runs of %s", order).isEqualTo(times);
    }

    /** How many records have this value in a column. */
    int records(String column, String value) {
        return bean(JdbcClient.class)
                .sql("SELECT COUNT(*) FROM yici_record WHERE " + column + " = ?")
                .param(value)
                .query(Integer.class)
                .single();
    }

    static Reply isFirst(int status, Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.header("Idempotent-Replayed")).isEmpty();
        return reply;
    }

    static void isReplayOf(Reply first, Reply again) {
        assertThat(again.same()).isEqualTo(first.same());
        assertThat(again.isReplay()).as("marked as a replay").isTrue();
        assertThat(again.header("Cache-Control")).containsExactly("Cache-Control: no-store");
    }

    static Reply isProblem(int status, String code, Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).containsExactly("Content-Type: application/problem+json");
        assertThat(reply.text()).contains("\"code\":\"" + code + "\"", "\"type\":\"urn:yici:problem:" + code + "\"");
        assertThat(reply.header("Idempotent-Replayed")).isEmpty();
        return reply;
    }
}
