package io.yici.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on one connection of a Lettuce client, which all threads share. The connection is opened when first
 * needed, on a thread of its own, so an unreachable Redis holds nobody up; it reconnects by itself, and is replaced
 * when it has been silent ten times in a row though still open, as after its host has vanished. The client stays its
 * owner's. Thread safe; close it to close the connection.
 */
public final class LettuceScripts implements RedisScripts, AutoCloseable {
    private static final int SILENCES = 10;

    private final LineKeeper keeper;
    private final AtomicInteger silences = new AtomicInteger();

    private LettuceScripts(Supplier<Line> open) {
        this.keeper = new LineKeeper(open);
    }

    /** On one Redis, or the master that its sentinels name; the client must have been created with its URI. */
    public static LettuceScripts on(RedisClient client) {
        return new LettuceScripts(() -> Line.to(client));
    }

    /**
     * On a Redis Cluster. Let the client refresh its view of the cluster when nodes fail
     * ({@code ClusterTopologyRefreshOptions}), or it will not find a fail-over.
     */
    public static LettuceScripts on(RedisClusterClient client) {
        return new LettuceScripts(() -> Line.to(client));
    }

    @Override
    public CompletionStage<Long> run(RedisScript script, String key, String... arguments) {
        CompletableFuture<Line> line = keeper.line();
        Line open = line.isDone() && !line.isCompletedExceptionally() ? line.join() : null;
        return open == null
                ? line.copy().thenCompose(opened -> send(opened, script, key, arguments))
                : send(open, script, key, arguments);
    }

    private CompletableFuture<Long> send(Line line, RedisScript script, String key, String... arguments) {
        RedisScriptingAsyncCommands<String, String> commands = line.scripts();
        String[] keys = {key};
        RedisFuture<Long> sent;
        try {
            sent = commands.evalsha(script.digest(), ScriptOutputType.INTEGER, keys, arguments);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<Long> answer = sent.toCompletableFuture().exceptionallyCompose(failure -> {
            if (failure instanceof RedisNoScriptException) {
                return commands.eval(script.text(), ScriptOutputType.INTEGER, keys, arguments);
            }
            return CompletableFuture.failedFuture(failure);
        });
        answer.whenComplete((number, failure) -> {
            if (failure instanceof CancellationException) {
                sent.cancel(false);
            }
            heed(line, failure);
        });
        return answer;
    }

    /** Counts how often nobody answered; what Redis refused is an answer too. */
    private void heed(Line line, @Nullable Throwable failure) {
        Throwable why = failure instanceof CompletionException ? failure.getCause() : failure;
        if (why == null || why instanceof RedisCommandExecutionException) {
            silences.set(0);
        } else if (isSilence(why) && silences.incrementAndGet() >= SILENCES) {
            silences.set(0);
            keeper.replace(line);
        }
    }

    private static boolean isSilence(Throwable why) {
        return why instanceof CancellationException
                || why instanceof TimeoutException
                || why instanceof RedisCommandTimeoutException;
    }

    LineKeeper keeper() {
        return keeper;
    }

    @Override
    public void close() {
        keeper.close();
    }
}
