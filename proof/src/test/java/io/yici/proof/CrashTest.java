package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.proof.Shop.Receipt;
import io.yici.services.TestDatabase;
import io.yici.test.CrashPoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A process killed with SIGKILL at any step of a run leaves all or nothing, and the same key then ends it: B13 F5. */
class CrashTest {

    static Stream<Arguments> everyStepOnEveryDatabaseThatOutlivesAProcess() {
        return Stream.of(TestDatabase.SQLITE, TestDatabase.POSTGRESQL, TestDatabase.MYSQL, TestDatabase.MARIADB)
                .flatMap(database -> Stream.of(CrashPoint.values()).map(point -> Arguments.of(database, point)));
    }

    @ParameterizedTest
    @MethodSource("everyStepOnEveryDatabaseThatOutlivesAProcess")
    void afterAKillTheSameKeyEndsInOneEffectAndTheRightAnswer(TestDatabase database, CrashPoint point)
            throws Exception {
        try (Shop shop = Shop.open(
                new Ground(database, Ground.Level.OWN),
                4,
                builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ofSeconds(20))))) {
            String key = Shop.freshKey();
            kill(shop, point, key);
            Outcome<Receipt> outcome = shop.yici.once(
                    Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> shop.place(connection, Shop.ONE_TEA));
            boolean committed = point == CrashPoint.AFTER_COMMIT;
            assertThat(outcome.replayed()).isEqualTo(committed);
            assertThat(outcome.value().orderNo().startsWith("killed-")).isEqualTo(committed);
            assertThat(shop.orders()).isEqualTo(1);
            assertThat(shop.stockOf("TEA-1")).isEqualTo(999);
            assertThat(shop.records()).isEqualTo(1);
        }
    }

    private static void kill(Shop shop, CrashPoint point, String key) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        KilledProcess.class.getName(),
                        shop.database.jdbcUrl(),
                        shop.database.user(),
                        shop.database.password(),
                        point.name(),
                        key))
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
