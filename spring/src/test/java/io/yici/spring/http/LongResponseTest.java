package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Responses longer than each of the limits: in memory, kept, held. Vectors 36 and 37, case B05 c. */
class LongResponseTest {
    private static final int MEMORY = 4 * 1024;
    private static final int KEPT = 64 * 1024;
    private static final int HELD = 1024 * 1024;

    private static Server server;
    private static Wire wire;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.SQLITE,
                new Class<?>[] {Press.class, Callers.class},
                "yici.http.memory-limit=" + MEMORY + "B",
                "yici.http.kept-response-limit=" + KEPT + "B",
                "yici.http.response-limit=" + HELD + "B");
        wire = new Wire(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"0,false", "4095,false", "4096,false", "4097,true", "65535,true", "65536,true"})
    void upToTheKeptLimitItIsReplayedByteForByteAndOnlyBeyondTheMemoryLimitAFileIsUsed36(int length, boolean file) {
        Wire.Reply first = print(length);
        assertThat(server.bean(Press.class).sawFile(key)).isEqualTo(file);
        assertThat(first.status()).as("%s", first.headers()).isEqualTo(201);
        assertThat(hash(first.body())).isEqualTo(hash(Press.pages(key, length)));
        Wire.Reply repeat = print(length);
        assertThat(repeat.isReplay()).isTrue();
        assertThat(repeat.body()).isEqualTo(first.body());
        printed(1);
        noFileIsLeft(length);
    }

    @ParameterizedTest
    @CsvSource({"65537", "1048575", "1048576"})
    void beyondTheKeptLimitTheFirstGetsItWholeAndRepeatsAreToldThatItWasNotKept37(int length) {
        Wire.Reply first = print(length);
        assertThat(server.bean(Press.class).sawFile(key)).isTrue();
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.body()).hasSize(length);
        assertThat(hash(first.body())).isEqualTo(hash(Press.pages(key, length)));
        for (int again = 0; again < 2; again++) {
            Wire.Reply repeat = print(length);
            assertThat(repeat.isProblem(409, "response-not-kept"))
                    .as("%s", repeat)
                    .isTrue();
            assertThat(repeat.header("Location")).isEqualTo("/prints/" + key);
        }
        printed(1);
        noFileIsLeft(length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "writer", "value"})
    void beyondTheResponseLimitItFailsClearlyAndIsRolledBack37(String by) {
        for (int runs = 1; runs <= 2; runs++) {
            Wire.Reply refused = print(HELD + 1, by);
            assertThat(refused.status()).as("%s", refused.headers()).isEqualTo(500);
            assertThat(refused.body().length).isLessThan(2_000);
            assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(runs);
            assertThat(server.bean(OrderTable.class).rowsOf(key)).isZero();
        }
        noFileIsLeft(HELD + 1);
        Wire.Reply shorter = print(10, by);
        assertThat(shorter.status()).isEqualTo(201);
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isEqualTo(1);
    }

    private Wire.Reply print(int length) {
        return print(length, "stream");
    }

    private Wire.Reply print(int length, String by) {
        return wire.post("/prints/" + key, key, "{}", "X-Length", String.valueOf(length), "X-By", by);
    }

    private void printed(int times) {
        assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(times);
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isEqualTo(times);
    }

    private void noFileIsLeft(int length) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !Press.isInFile(Press.pages(key, length)));
    }

    private static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new AssertionError(missing);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    /** Prints pages of a given length, and looks for them in temporary files before it returns. */
    @RestController
    static class Press {
        private final Ledger ledger;
        private final OrderTable orders;
        private final Set<String> inFile = ConcurrentHashMap.newKeySet();

        Press(Ledger ledger, OrderTable orders) {
            this.ledger = ledger;
            this.orders = orders;
        }

        boolean sawFile(String name) {
            return inFile.contains(name);
        }

        /** The same bytes for the same name, other than those of any other. */
        static byte[] pages(String name, int length) {
            byte[] pages = new byte[length];
            new Random(UUID.fromString(name).getMostSignificantBits()).nextBytes(pages);
            return pages;
        }

        static boolean isInFile(byte[] pages) {
            try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                return all.filter(path -> path.getFileName().toString().startsWith("yici-response-"))
                        .anyMatch(path -> startsAs(path, pages));
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }

        private static boolean startsAs(Path path, byte[] pages) {
            try (InputStream in = Files.newInputStream(path)) {
                byte[] start = in.readNBytes(1_000);
                return start.length > 0 && Arrays.equals(start, Arrays.copyOf(pages, start.length));
            } catch (IOException goneMeanwhile) {
                return false;
            }
        }

        @Idempotent(operation = "print")
        @PostMapping("/prints/{name}")
        byte @Nullable [] print(
                @PathVariable String name,
                @RequestHeader("X-Length") int length,
                @RequestHeader("X-By") String by,
                HttpServletResponse response)
                throws IOException {
            ledger.ran(name);
            orders.insert(name, "pages");
            byte[] pages = pages(name, length);
            response.setStatus(201);
            response.setContentType("application/octet-stream");
            response.setHeader("Location", "/prints/" + name);
            if (by.equals("value")) {
                return pages;
            }
            if (by.equals("writer")) {
                response.getWriter().print("p".repeat(length));
                return null;
            }
            int written = Math.min(length, HELD);
            response.getOutputStream().write(pages, 0, written);
            if (isInFile(pages)) {
                inFile.add(name);
            }
            response.getOutputStream().write(pages, written, length - written);
            return null;
        }
    }
}
