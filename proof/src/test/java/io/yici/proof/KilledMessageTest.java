package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.services.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A message that ends the process is counted all the same, and parked in the end. */
class KilledMessageTest {
    @ParameterizedTest
    @EnumSource(names = {"SQLITE", "POSTGRESQL", "MYSQL", "MARIADB"})
    void aMessageThatEndsTheProcessIsParkedAfterItsTries(TestDatabase database) throws Exception {
        try (Mailroom mailroom = Mailroom.open(new Ground(database, Ground.Level.OWN))) {
            String key = "killer-" + UUID.randomUUID();
            assertThat(deliver(mailroom, key)).isEqualTo("RUNS");
            assertThat(deliver(mailroom, key)).isEqualTo("RUNS");
            assertThat(deliver(mailroom, key)).isEqualTo("Parked");
            Inbox inbox = mailroom.inbox();
            assertThat(inbox.handle(Mailroom.message(key))).isInstanceOf(Handled.Parked.class);
            assertThat(mailroom.effects()).isEmpty();
            assertThat(inbox.parked().list(1).get(0).reason()).contains("end the process");
        }
    }

    private static String deliver(Mailroom mailroom, String key) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        classPath,
                        KilledMessage.class.getName(),
                        mailroom.database.jdbcUrl(),
                        mailroom.database.user(),
                        mailroom.database.password(),
                        key,
                        "2"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return String.valueOf(said.readLine());
        } finally {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
