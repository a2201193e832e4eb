package io.yici.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisScriptingCommands;
import io.yici.OperationId;
import io.yici.guard.TokenMarks;
import io.yici.lease.Lease;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.redis.LettuceClients;
import io.yici.redis.LettuceScripts;
import io.yici.redis.RedisAccess;
import io.yici.redis.RedisLeases;
import io.yici.redis.RedisScript;
import io.yici.redis.RedisTokenMarks;
import io.yici.services.RedisServer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Token marks and leases on one Redis against the same scripts sent by hand, over a connection of their own each. */
final class RedisFigure {
    private static final Duration LIFE = Duration.ofSeconds(5);

    private final Alternation alternation;

    RedisFigure(Alternation alternation) {
        this.alternation = alternation;
    }

    void run() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            RedisClient byHand = LettuceClients.to(server.url());
            RedisClient client = LettuceClients.to(server.url());
            try (LettuceScripts scripts = LettuceScripts.on(client)) {
                RedisAccess access = RedisAccess.through(scripts).timeout(Duration.ofSeconds(5));
                ByHand raw = new ByHand(byHand.connect().sync());
                tokens(raw, new RedisTokenMarks(access));
                try (Leases<Lease> leases = RedisLeases.on(access, LeaseSettings.defaults())) {
                    leases(raw, leases);
                }
            } finally {
                byHand.shutdown();
                client.shutdown();
            }
        }
    }

    private void tokens(ByHand raw, TokenMarks marks) throws Exception {
        alternation.run(
                "F13 a fresh token marked as used",
                List.of(
                        new Contestant("by hand, one EVALSHA", () -> raw.take("token:{" + hex() + "}")),
                        new Contestant("yici", () -> marked(marks))));
    }

    private void leases(ByHand raw, Leases<Lease> leases) throws Exception {
        alternation.run(
                "F13 a lease taken and given back",
                List.of(
                        new Contestant("by hand, two EVALSHA", () -> raw.takeAndLeave("lease:{" + hex() + "}")),
                        new Contestant("yici", () -> held(leases))));
    }

    private static void marked(TokenMarks marks) {
        if (!(marks.consume(OperationId.ofBytes(bytes()), LIFE) instanceof TokenMarks.Mark.First)) {
            throw new IllegalStateException("a fresh token was not the first");
        }
    }

    private static void held(Leases<Lease> leases) {
        leases.tryAcquire(hex(), LIFE).orElseThrow().close();
    }

    private static String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[OperationId.LENGTH];
        ThreadLocalRandom.current().nextBytes(bytes);
        return bytes;
    }

    /** What somebody would write who needs just this. */
    private record ByHand(RedisScriptingCommands<String, String> redis) {
        private ByHand {
            redis.scriptLoad(RedisScript.TAKE.text());
            redis.scriptLoad(RedisScript.LEAVE.text());
        }

        void take(String key) {
            take(key, UUID.randomUUID().toString());
        }

        void takeAndLeave(String key) {
            String owner = UUID.randomUUID().toString();
            take(key, owner);
            one(redis.evalsha(RedisScript.LEAVE.digest(), ScriptOutputType.INTEGER, new String[] {key}, owner));
        }

        private void take(String key, String owner) {
            String life = String.valueOf(LIFE.toMillis());
            one(redis.evalsha(RedisScript.TAKE.digest(), ScriptOutputType.INTEGER, new String[] {key}, owner, life));
        }

        private static void one(Long answer) {
            if (answer != 1) {
                throw new IllegalStateException("a fresh key was somebody's");
            }
        }
    }
}
