package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one database, one of which may be killed at any time. Vectors 14, 16, 26, 27 and 28; B13 F5. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProcessesContract {
    private final TestDatabase kind;
    private FreshDatabase database;
    private Path ledger;
    private Node one;
    private @Nullable Node started;
    private Node other;
    private String key;

    ProcessesContract(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        ledger = directory.resolve("ledger");
        database = kind.create("processes");
        one = Node.start(database, ledger);
    }

    @BeforeEach
    void startTheOther() throws Exception {
        key = UUID.randomUUID().toString();
        if (started == null) {
            started = Node.start(database, ledger);
        }
        other = started;
    }

    @AfterEach
    void forgetTheKilled() {
        if (!other.isAlive()) {
            started = null;
        }
    }

    @AfterAll
    void stop() {
        one.close();
        if (started != null) {
            started.close();
        }
        database.close();
    }

    @Test
    void fortyAtOnceOverTwoNodesAreOneEffect16() throws IOException {
        List<Race.Finish<Wire.Reply>> finishes =
                Race.within(Duration.ofSeconds(60)).run(40, runner -> () -> place(runner % 2 == 0 ? one : other));
        List<Wire.Reply> replies = finishes.stream().map(Race.Finish::answer).toList();
        assertThat(replies)
                .filteredOn(reply -> reply.status() == 201 && !reply.isReplay())
                .hasSize(1);
        Wire.Reply first = replies.stream()
                .filter(reply -> reply.status() == 201 && !reply.isReplay())
                .findFirst()
                .orElseThrow();
        assertThat(replies).allSatisfy(reply -> {
            if (reply.status() == 201) {
                assertThat(reply.body()).isEqualTo(first.body());
            } else {
                assertThat(reply.isProblem(409, "in-progress") || reply.isProblem(503, "store-unavailable"))
                        .as("%s", reply)
                        .isTrue();
            }
        });
        assertThat(place(other).body()).isEqualTo(first.body());
        effects(1);
    }

    @Test
    void whileItRunsInOneProcessTheOtherWaitsOrRefusesAndNeverRuns14() throws Exception {
        CompletableFuture<Wire.Reply> first = one.wire().begin("/orders", key, body(), NodeProcess.STOP, "RELEASE");
        one.awaitSaying("WAITING");
        CompletableFuture<Wire.Reply> rival = other.wire().begin("/orders", key, body());
        Wire.@Nullable Reply early = within(rival, Duration.ofMillis(1_500));
        one.wire().post("/release", "unguarded", "{}");
        Wire.Reply answer = first.get(30, TimeUnit.SECONDS);
        assertThat(answer.status()).isEqualTo(201);
        Wire.Reply rivals = early != null ? early : rival.get(30, TimeUnit.SECONDS);
        if (rivals.status() == 201) {
            assertThat(early).isNull();
            assertThat(rivals.isReplay()).isTrue();
            assertThat(rivals.body()).isEqualTo(answer.body());
        } else {
            assertThat(rivals.isProblem(409, "in-progress") || rivals.isProblem(503, "store-unavailable"))
                    .as("%s", rivals)
                    .isTrue();
            assertThat(rivals.header("Retry-After")).isNotNull();
        }
        assertThat(place(other).isReplay()).isTrue();
        effects(1);
    }

    @Test
    void aProcessKilledAfterItsClaimLeavesNothingAndTheRetryRuns27() throws Exception {
        CompletableFuture<Wire.Reply> lost = other.wire().begin("/orders", key, body(), NodeProcess.STOP, "INSIDE");
        other.awaitSaying("INSIDE");
        other.kill();
        assertThat(lost).failsWithin(Duration.ofSeconds(30));
        Wire.Reply retry = place(one);
        assertThat(retry.status()).as("%s", retry).isEqualTo(201);
        assertThat(retry.isReplay()).isFalse();
        assertThat(place(one).body()).isEqualTo(retry.body());
        effects(1);
    }

    @Test
    void aProcessKilledAfterItsCommitHasAnsweredForTheRetry28() throws Exception {
        CompletableFuture<Wire.Reply> lost = other.wire().begin("/orders", key, body(), NodeProcess.STOP, "RESPONSE");
        other.awaitSaying("RESPONSE");
        other.kill();
        assertThat(lost).failsWithin(Duration.ofSeconds(30));
        Wire.Reply retry = place(one);
        assertThat(retry.status()).as("%s", retry).isEqualTo(201);
        assertThat(retry.isReplay()).isTrue();
        effects(1);
    }

    @Test
    void aProcessKilledInsideAnExternalRouteIsInProgressUntilItsLeaseEndsAndThenUnknown26() throws Exception {
        CompletableFuture<Wire.Reply> lost = other.wire().begin("/payments", key, body(), NodeProcess.STOP, "INSIDE");
        other.awaitSaying("INSIDE");
        other.kill();
        assertThat(lost).failsWithin(Duration.ofSeconds(30));
        Wire.Reply early = one.wire().post("/payments", key, body());
        assertThat(early.isProblem(409, "in-progress")).as("%s", early).isTrue();
        RecordAgeing.on(database.unpooled()).ageAll(Duration.ofSeconds(61));
        for (int again = 0; again < 2; again++) {
            Wire.Reply late = one.wire().post("/payments", key, body());
            assertThat(late.isProblem(409, "outcome-unknown")).as("%s", late).isTrue();
        }
        effects(1);
    }

    private Wire.Reply place(Node node) {
        return node.wire().post("/orders", key, body());
    }

    private String body() {
        return "{\"id\":\"" + key + "\"}";
    }

    private static Wire.@Nullable Reply within(CompletableFuture<Wire.Reply> reply, Duration limit) throws Exception {
        try {
            return reply.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException waiting) {
            return null;
        }
    }

    private void effects(int times) throws IOException {
        assertThat(Files.readAllLines(ledger).stream().filter(key::equals)).hasSize(times);
    }
}
