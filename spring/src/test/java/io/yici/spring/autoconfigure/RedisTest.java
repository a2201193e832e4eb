package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.yici.Operation;
import io.yici.StoreUnavailableException;
import io.yici.guard.EntryGuard;
import io.yici.guard.TokenMarks;
import io.yici.guard.TokenMarks.Mark;
import io.yici.jdbc.JdbcLeases;
import io.yici.lease.FencedLease;
import io.yici.lease.Lease;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.redis.RedisAccess;
import io.yici.redis.RedisEntryGuard;
import io.yici.redis.RedisLeases;
import io.yici.redis.RedisTokenMarks;
import io.yici.services.RedisCluster;
import io.yici.services.RedisServer;
import io.yici.services.SharedRedis;
import io.yici.spring.Applications;
import io.yici.spring.SpringYici;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A Redis named by properties, on a real one. */
class RedisTest {
    private static final ResolvableType LEASES = ResolvableType.forClassWithGenerics(Leases.class, FencedLease.class);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final String prefix = "spring-" + UUID.randomUUID() + ":";
    private final ApplicationContextRunner application = Applications.onH2()
            .withConfiguration(AutoConfigurations.of(RedisLeasesAutoConfiguration.class))
            .withPropertyValues("yici.redis.key-prefix=" + prefix, "yici.redis.timeout=10s");

    @Test
    void urlMakesGuardAndMarks() {
        application
                .withPropertyValues(
                        "yici.redis.url=" + SharedRedis.url(),
                        "yici.operations.pay.entry-guard=true",
                        "yici.operations.pay.programmatic=true")
                .run(context -> {
                    assertThat(context).hasSingleBean(RedisEntryGuard.class).hasSingleBean(RedisTokenMarks.class);
                    TokenMarks marks = context.getBean(TokenMarks.class);
                    Operation operation = fresh();
                    assertThat(marks.consume(operation.id(), MINUTE)).isInstanceOf(Mark.First.class);
                    assertThat(marks.consume(operation.id(), MINUTE)).isInstanceOf(Mark.Repeated.class);
                    assertThat(paid(context.getBean(SpringYici.class))).isEqualTo("paid");
                });
    }

    @Test
    void nodesMakeThemOnACluster() {
        try (RedisCluster cluster = RedisCluster.start()) {
            String nodes = String.join(",", cluster.urls()).replace("redis://", "");
            application.withPropertyValues("yici.redis.nodes=" + nodes).run(context -> {
                TokenMarks marks = context.getBean(TokenMarks.class);
                for (int time = 0; time < 10; time++) {
                    assertThat(marks.consume(fresh().id(), MINUTE)).isInstanceOf(Mark.First.class);
                }
                assertThat(cluster.masters())
                        .noneMatch(node -> node.run("DBSIZE").equals("10"));
            });
        }
    }

    /** With both there, who asks for leases gets those on Redis, with fences of the database that both share. */
    @Test
    void leasesAreOnRedisWithFencesOfTheDatabase() {
        application.withPropertyValues("yici.redis.url=" + SharedRedis.url()).run(context -> {
            Leases<FencedLease> leases =
                    context.<Leases<FencedLease>>getBeanProvider(LEASES).getObject();
            assertThat(leases).isInstanceOf(RedisLeases.class);
            FencedLease first = leases.tryAcquire("night", MINUTE).orElseThrow();
            assertThat(leases.tryAcquire("night", MINUTE)).isEmpty();
            first.close();
            try (FencedLease onJdbc = context.getBean(JdbcLeases.class)
                    .tryAcquire("night", MINUTE)
                    .orElseThrow()) {
                assertThat(onJdbc.fence()).isGreaterThan(first.fence());
            }
        });
    }

    /** Case L10: closed inside a transaction of Spring's, it is given back after the commit. */
    @Test
    void leaseClosedInATransactionIsGivenBackAfterIt() {
        application.withPropertyValues("yici.redis.url=" + SharedRedis.url()).run(context -> {
            RedisLeases<?> leases = context.getBean(RedisLeases.class);
            Lease[] lease = {null};
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                lease[0] = leases.tryAcquire("night", MINUTE).orElseThrow();
                lease[0].close();
                assertThat(leases.tryAcquire("night", MINUTE)).isEmpty();
            });
            await().until(() -> leases.tryAcquire("night", MINUTE).isPresent());
        });
    }

    @Test
    void leasesOfTheApplicationComeFirst() {
        application
                .withUserConfiguration(OwnLeases.class)
                .withPropertyValues("yici.redis.url=" + SharedRedis.url())
                .run(context -> assertThat(context).hasSingleBean(Leases.class).hasBean("ownLeases"));
    }

    @Test
    void clientOfTheApplicationIsUsedAndLeftOpen() {
        application
                .withUserConfiguration(OwnClient.class)
                .withPropertyValues("yici.redis.client=ownClient")
                .run(context -> {
                    assertThat(context.getBean(TokenMarks.class).consume(fresh().id(), MINUTE))
                            .isInstanceOf(Mark.First.class);
                    context.getBean(RedisLine.class).close();
                    assertThat(context.getBean(RedisClient.class)
                                    .connect()
                                    .sync()
                                    .ping())
                            .isEqualTo("PONG");
                });
    }

    @Test
    void clientThatIsNoneIsRefused() {
        application
                .withPropertyValues("yici.redis.client=nobody")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("yici.redis.client = nobody names no bean"));
    }

    @Test
    void redisNamedTwiceIsRefused() {
        application
                .withPropertyValues("yici.redis.url=" + SharedRedis.url(), "yici.redis.nodes=127.0.0.1:1")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("in 2 ways"));
    }

    @Test
    void withoutRedisNothingOfItIsThere() {
        application
                .withClassLoader(new FilteredClassLoader("io.lettuce", "io.yici.redis"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(EntryGuard.class)
                        .doesNotHaveBean(TokenMarks.class));
    }

    /** Case B39: what was configured is used, or the start fails; it is never silently left out. */
    @Test
    void redisWithoutItsModuleIsRefused() {
        application
                .withClassLoader(new FilteredClassLoader("io.lettuce", "io.yici.redis"))
                .withPropertyValues("yici.redis.url=redis://127.0.0.1:1")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("io.yici:yici-redis"));
    }

    /** The same without the client that the module brings, where a build has excluded it. */
    @Test
    void redisWithoutItsClientIsRefused() {
        application
                .withClassLoader(new FilteredClassLoader("io.lettuce"))
                .withPropertyValues("yici.redis.url=redis://127.0.0.1:1")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("io.lettuce:lettuce-core"));
    }

    /** As {@code yici.redis.url=${REDIS_URL:}} says where there is none. */
    @ParameterizedTest
    @ValueSource(strings = {"yici.redis.url=", "yici.redis.client= ", "yici.redis.nodes="})
    void emptySettingNamesNoRedis(String setting) {
        application
                .withPropertyValues(setting)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisAccess.class));
    }

    @Test
    void emptySettingsBesideTheOneThatNamesARedisAreNone() {
        application
                .withPropertyValues("yici.redis.url=" + SharedRedis.url(), "yici.redis.client=", "yici.redis.nodes=")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RedisAccess.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yici.redis.url", "yici.redis.nodes"})
    void addressThatCannotBeReadIsRefusedWithoutItsPassword(String property) {
        application
                .withPropertyValues(property + "=redis://:se%cret@127.0.0.1:1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(failure -> assertThat(failure)
                                .hasStackTraceContaining(property + " is no address of a Redis")
                                .extracting(RedisTest::printed, STRING)
                                .doesNotContain("cret@")));
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** Case B39: Redis is down at the start; what asks for it is refused before anything runs, until it is there. */
    @Test
    void applicationStartsWithoutItsRedisAndFindsItLater() {
        try (RedisServer redis = RedisServer.start()) {
            redis.crash();
            application
                    .withPropertyValues(
                            "yici.redis.url=" + redis.url(),
                            "yici.operations.pay.entry-guard=true",
                            "yici.operations.pay.programmatic=true")
                    .run(context -> {
                        SpringYici yici = context.getBean(SpringYici.class);
                        assertThatThrownBy(() -> paid(yici)).isInstanceOf(StoreUnavailableException.class);
                        redis.restart();
                        long deadline =
                                System.nanoTime() + Duration.ofSeconds(30).toNanos();
                        String answer = null;
                        while (answer == null) {
                            try {
                                answer = paid(yici);
                            } catch (StoreUnavailableException notYet) {
                                assertThat(System.nanoTime()).isLessThan(deadline);
                            }
                        }
                        assertThat(answer).isEqualTo("paid");
                    });
        }
    }

    private static String paid(SpringYici yici) {
        return yici.once(fresh(), "10 EUR", String.class, () -> "paid").value();
    }

    private static Operation fresh() {
        return Operation.named("pay").by("alice").key(UUID.randomUUID().toString());
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLeases {
        @Bean
        Leases<Lease> ownLeases(RedisAccess redis) {
            return RedisLeases.on(redis, LeaseSettings.defaults());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {
        @Bean(destroyMethod = "shutdown")
        RedisClient ownClient() {
            return RedisClient.create(SharedRedis.url());
        }
    }
}
