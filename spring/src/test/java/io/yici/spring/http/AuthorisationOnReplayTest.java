package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay shows nothing that its caller may not see now. Vectors 20, 22, 23; case B12. */
class AuthorisationOnReplayTest {
    private static Server server;
    private static Wire wire;
    private static Fortress.Rights rights;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.SQLITE,
                new Class<?>[] {Fortress.class, Contracts.class},
                "yici.http.routes[deep].replay-authorizer=signersOnly");
        wire = new Wire(server.port());
        rights = server.bean(Fortress.Rights.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void bothMaySign() {
        rights.set("alice", Fortress.SIGN);
        rights.set("bob", Fortress.SIGN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/chain",
                "/pre",
                "/pre-argument",
                "/secured",
                "/aspect",
                "/pre-external",
                "/aspect-external",
                "/class",
                "/model",
                "/own-rendering",
                "/interceptor",
                "/deep",
                "/service"
            })
    void whoMayNoLongerSeeTheAnswerIsRefusedAndWhoStillMayGetsItAgain22(String path) {
        Wire.Reply first = sign(path, "alice");
        assertThat(first.status()).as("%s", first).isEqualTo(201);
        assertThat(first.text()).contains(Contracts.SECRET);
        replays(path, first);

        rights.set("alice", "read");
        for (int again = 0; again < 2; again++) {
            Wire.Reply refused = sign(path, "alice");
            assertThat(refused.status()).as("%s", refused).isEqualTo(403);
            assertThat(refused.toString()).doesNotContain(Contracts.SECRET);
            assertThat(refused.isReplay()).isFalse();
        }

        rights.removeUser("alice");
        Wire.Reply unknown = sign(path, "alice");
        assertThat(unknown.status()).isEqualTo(401);
        assertThat(unknown.toString()).doesNotContain(Contracts.SECRET);

        rights.set("alice", Fortress.SIGN);
        replays(path, first);
        signed(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/chain",
                "/pre",
                "/pre-argument",
                "/secured",
                "/aspect",
                "/pre-external",
                "/aspect-external",
                "/class",
                "/model",
                "/own-rendering",
                "/interceptor",
                "/deep",
                "/service"
            })
    void aRefusedFirstTryIsNotStoredAndTheKeyStaysFree23(String path) {
        rights.set("alice", "read");
        assertThat(sign(path, "alice").status()).isEqualTo(403);
        signed(0);
        rights.set("alice", Fortress.SIGN);
        Wire.Reply first = sign(path, "alice");
        assertThat(first.status()).as("%s", first).isEqualTo(201);
        assertThat(first.isReplay()).isFalse();
        replays(path, first);
        signed(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/chain", "/pre", "/pre-external", "/deep", "/service"})
    void twoUsersWithOneKeyBothRunAndSeeNothingOfEachOther20(String path) {
        Wire.Reply alices = sign(path, "alice");
        Wire.Reply bobs = sign(path, "bob");
        assertThat(bobs.status()).as("%s", bobs).isEqualTo(201);
        assertThat(bobs.isReplay()).isFalse();
        assertThat(bobs.text()).contains(Contracts.SECRET + "bob").doesNotContain("alice");
        assertThat(alices.text()).contains(Contracts.SECRET + "alice").doesNotContain("bob");
        signed(2);
    }

    @Test
    void anAnonymousCallerIsRefusedAndRunsNothing() {
        Wire.Reply refused = wire.post("/open", key, asked());
        assertThat(refused.isProblem(403, "caller-missing")).as("%s", refused).isTrue();
        signed(0);
        Wire.Reply known = sign("/open", "alice");
        assertThat(known.status()).isEqualTo(201);
    }

    /** B12, the other way round: a check that a nonce is used once must not refuse the retry that it was used for. */
    @Test
    void aOneTimeNonceIsUsedOnceAndItsOwnRetryReplayed() {
        Wire.Reply first = sign("/nonce", "alice");
        assertThat(first.status()).isEqualTo(201);
        replays("/nonce", first);
        Wire.Reply stolen = wire.post("/nonce", UUID.randomUUID().toString(), asked(), basic("bob"));
        assertThat(stolen.status()).isGreaterThanOrEqualTo(400);
        assertThat(stolen.toString()).doesNotContain(Contracts.SECRET);
        signed(1);
    }

    private void replays(String path, Wire.Reply first) {
        Wire.Reply again = sign(path, "alice");
        assertThat(again.status()).as("%s", again).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.isReplay()).isTrue();
    }

    private void signed(int times) {
        assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(times);
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isEqualTo(times);
    }

    private Wire.Reply sign(String path, String user) {
        return wire.post(path, key, asked(), basic(user));
    }

    private String asked() {
        return "{\"title\":\"" + key + "\",\"owner\":\"alice\"}";
    }

    private static String[] basic(String user) {
        String pair = user + ":" + user;
        return new String[] {
            "Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))
        };
    }
}
