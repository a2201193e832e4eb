package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Fingerprint;
import io.yici.InProgressException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.external.ExternalSteps;
import io.yici.proof.KilledPayment.Point;
import io.yici.services.TestDatabase;
import io.yici.test.RecordAgeing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A process killed with SIGKILL at any step of a call: another one ends it, charged once. R1, B52 third step. */
class StepsCrashTest {
    @TempDir
    private Path folder;

    static Stream<Arguments> everyPointOnEveryDatabaseThatOutlivesAProcess() {
        return Ground.present(TestDatabase.SQLITE, TestDatabase.POSTGRESQL, TestDatabase.MYSQL, TestDatabase.MARIADB)
                .stream()
                .flatMap(database -> Stream.of(Point.values()).map(point -> Arguments.of(database, point)));
    }

    @ParameterizedTest
    @MethodSource("everyPointOnEveryDatabaseThatOutlivesAProcess")
    void afterAKillTheOrderIsPaidOnce(TestDatabase database, Point point) throws Exception {
        try (Shop shop = Shop.open(
                new Ground(database, Ground.Level.OWN),
                4,
                builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ZERO)))) {
            Payment.createTable(shop);
            String name = "pay-" + UUID.randomUUID();
            String orderNo = "o-" + UUID.randomUUID();
            FileBank bank = new FileBank(folder.resolve("ledger"));
            kill(shop, point, name, orderNo);
            assertThat(bank.charges())
                    .isEqualTo(point == Point.BEFORE_THE_STAMP || point == Point.AFTER_THE_STAMP ? 0 : 1);

            Payment payment = new Payment(shop.yici::connection, bank, name, PaymentCase.DEDUPED);
            ExternalSteps steps = shop.yici.externalSteps(payment);
            Operation operation = Operation.named(name).by("alice").key(orderNo);
            if (point != Point.AT_THE_END) {
                assertThatThrownBy(() -> pay(steps, payment, operation, orderNo))
                        .isInstanceOf(InProgressException.class);
            }
            RecordAgeing.on(shop.pool).age(operation, Duration.ofMinutes(5));
            steps.settler().runOnce();
            Outcome<String> outcome = pay(steps, payment, operation, orderNo);
            assertThat(outcome).isEqualTo(new Outcome<>("paid " + orderNo, Outcome.Kind.REPLAYED));
            assertThat(bank.charges()).isEqualTo(1);
            assertThat(shop.number("select count(*) from payments where order_no = '" + orderNo
                            + "' and state = 'paid' and booked = 1 and prepared = 1"))
                    .isEqualTo(1);
        }
    }

    private static Outcome<String> pay(ExternalSteps steps, Payment payment, Operation operation, String orderNo) {
        return steps.run(payment, operation, Fingerprint.of(orderNo), () -> payment.prepare(orderNo));
    }

    private void kill(Shop shop, Point point, String name, String orderNo) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        KilledPayment.class.getName(),
                        shop.database.jdbcUrl(),
                        shop.database.user(),
                        shop.database.password(),
                        point.name(),
                        name,
                        orderNo,
                        folder.resolve("ledger").toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo("REACHED");
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
