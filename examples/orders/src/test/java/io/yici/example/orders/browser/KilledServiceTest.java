package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import io.yici.example.orders.Started;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process of {@code ./run} is killed by SIGKILL while a page waits for it, and started again on its port and data.
 */
class KilledServiceTest {
    @TempDir
    private Path data;

    @Test
    void pageKeepsItsKeyUntilTheServiceIsBackAndThereIsOneOrder() throws Exception {
        Chromium chromium = Chromium.start();
        try (chromium;
                Started first = run(0)) {
            int port = first.port();
            Visitor alice = chromium.visitor("http://127.0.0.1:" + port).signIn("alice");

            Started second = killedBeforeTheCommit(first, port, alice);
            try (second) {
                assertThat(orders()).isEqualTo(1);
                List<String> keys = alice.keys(OrderForm.API);
                assertThat(keys).hasSizeGreaterThan(1).containsOnly(keys.get(0)).doesNotContain("");

                try (Started third = killedAfterTheCommit(second, port, alice)) {
                    assertThat(orders()).isEqualTo(2);
                    assertThat(alice.keys(OrderForm.API))
                            .filteredOn(key -> !keys.contains(key))
                            .hasSizeGreaterThan(1)
                            .allMatch(alice.lastKey(OrderForm.API)::equals);
                    assertThat(alice.replays(OrderForm.API)).isEqualTo(1);
                    third.kill();
                }
            }
        }
    }

    /** Somebody else writes, so the order waits for its turn when the process dies. */
    private Started killedBeforeTheCommit(Started service, int port, Visitor alice) throws Exception {
        OrderForm form = OrderForm.open(alice.page()).ready().fill(2);
        try (Connection other = connection();
                Statement turn = other.createStatement()) {
            turn.execute("BEGIN IMMEDIATE");
            form.press();
            form.page().waitForCondition(() -> !alice.keys(OrderForm.API).isEmpty());
            service.kill();
            turn.execute("ROLLBACK");
        }
        assertThat(orders()).isZero();
        return restarted(port, form, alice);
    }

    /** The order is there, and its answer dies with the process. */
    private Started killedAfterTheCommit(Started service, int port, Visitor alice) throws Exception {
        OrderForm form = OrderForm.open(alice.page()).ready().fill(3);
        alice.context()
                .route(
                        "**" + OrderForm.API,
                        route -> {
                            assertThat(route.fetch().status()).isEqualTo(201);
                            killed(service);
                            route.abort("connectionreset");
                        },
                        new BrowserContext.RouteOptions().setTimes(1));
        form.press();
        form.page().waitForCondition(() -> !service.isAlive());
        assertThat(orders()).isEqualTo(2);
        return restarted(port, form, alice);
    }

    /** The sessions have died with the process: the page says so, and goes on when somebody has signed in again. */
    private Started restarted(int port, OrderForm form, Visitor alice) throws Exception {
        Started next = run(port);
        try {
            next.port();
            Visitor.until(form.page(), "!!document.querySelector('#next a')");
            Page other = alice.context().newPage();
            alice.signIn("alice", other);
            other.close();
            form.ready().press().placed();
            return next;
        } catch (RuntimeException | Error failed) {
            next.close();
            throw failed;
        }
    }

    private static void killed(Started service) {
        try {
            service.kill();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private Started run(int port) throws Exception {
        return Started.run(data, "--port", String.valueOf(port), "--data", data.toString());
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data.resolve("orders.db") + "?busy_timeout=5000");
    }

    private int orders() throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
