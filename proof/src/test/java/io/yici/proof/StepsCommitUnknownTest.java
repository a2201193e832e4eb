package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.StoreUnavailableException;
import io.yici.jdbc.JdbcYici;
import io.yici.json.jackson3.Jackson3Codec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The answer to any of our own commits is lost, or its request: our own attempt is recognised. R3. */
class StepsCommitUnknownTest {
    /** Claim, stamp and booking of the first run; claim and take-over are those of a repeat. */
    private static final int COMMITS = 3;

    static Stream<Arguments> everyCommitOnEveryDatabase() {
        return Ground.each().stream()
                .flatMap(ground -> Stream.of(true, false)
                        .flatMap(committed -> Stream.iterate(1, each -> each + 1)
                                .limit(COMMITS)
                                .map(commit -> Arguments.of(ground, commit, committed))));
    }

    @ParameterizedTest
    @MethodSource("everyCommitOnEveryDatabase")
    void aLostAnswerToACommitIsLookedInto(Ground ground, int lost, boolean committed) {
        try (Shop shop = Shop.open(
                ground,
                4,
                builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ZERO)))) {
            Payment.createTable(shop);
            Losing losing = new Losing(shop.pool, lost, committed);
            try (JdbcYici node = JdbcYici.on(losing.dataSource())
                    .codec(new Jackson3Codec())
                    .withoutScheduledCleanUp()
                    .build()) {
                PaymentCase one = new PaymentCase(shop, node, Bank.thatChargesEveryTime(), PaymentCase.SETTINGS);
                losing.arm();
                Outcome<String> outcome = payAtLast(one);
                assertThat(losing.hasLost()).as("the commit was lost").isTrue();
                assertThat(outcome).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.EXECUTED));
                one.assertPaidOnce();
                assertThat(one.bank.calls).hasValue(1);
                assertThat(one.bank.queries).hasValue(0);
                assertThat(one.number("prepared")).isEqualTo(1);
            }
        }
    }

    /** A claim that was rolled back says so, and the same key is free. */
    private static Outcome<String> payAtLast(PaymentCase one) {
        try {
            return one.pay();
        } catch (StoreUnavailableException rolledBack) {
            return one.pay();
        }
    }

    /** Loses the answer to one commit, or the commit itself with its connection. */
    private static final class Losing {
        private final HikariDataSource pool;
        private final int lost;
        private final boolean committed;
        private final AtomicInteger commits = new AtomicInteger(Integer.MIN_VALUE);

        Losing(HikariDataSource pool, int lost, boolean committed) {
            this.pool = pool;
            this.lost = lost;
            this.committed = committed;
        }

        void arm() {
            commits.set(0);
        }

        boolean hasLost() {
            return commits.get() >= lost;
        }

        DataSource dataSource() {
            return proxy(DataSource.class, (method, arguments) -> {
                Object result = invoke(pool, method, arguments);
                return result instanceof Connection connection ? losing(connection) : result;
            });
        }

        private Connection losing(Connection connection) {
            return proxy(Connection.class, (method, arguments) -> {
                boolean commits = method.getName().equals("commit")
                        || (method.getName().equals("setAutoCommit")
                                && Boolean.TRUE.equals(arguments[0])
                                && !connection.getAutoCommit());
                if (commits && this.commits.incrementAndGet() == lost) {
                    if (committed) {
                        invoke(connection, method, arguments);
                    } else {
                        connection.rollback();
                    }
                    throw new SQLException("the connection is gone", "08006");
                }
                return invoke(connection, method, arguments);
            });
        }

        private interface Call {
            @Nullable Object on(Method method, Object[] arguments) throws Throwable;
        }

        private static <I> I proxy(Class<I> type, Call call) {
            return type.cast(Proxy.newProxyInstance(
                    StepsCommitUnknownTest.class.getClassLoader(),
                    new Class<?>[] {type},
                    (self, method, arguments) -> call.on(method, arguments == null ? new Object[0] : arguments)));
        }

        private static @Nullable Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getTargetException();
            }
        }
    }
}
