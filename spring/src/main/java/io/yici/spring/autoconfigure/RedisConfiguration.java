package io.yici.spring.autoconfigure;

import io.yici.SetupException;
import io.yici.guard.EntryGuard;
import io.yici.guard.TokenMarks;
import io.yici.redis.RedisAccess;
import io.yici.redis.RedisEntryGuard;
import io.yici.redis.RedisTokenMarks;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** What Redis spares the database, where the properties name one; nothing of it is loaded elsewhere. */
@Configuration(proxyBeanMethods = false)
@Conditional(RedisNamed.class)
class RedisConfiguration {
    private static final String MODULE = "io.yici.redis.RedisAccess";
    private static final String CLIENT = "io.lettuce.core.RedisClient";

    /** With the module at hand. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = {MODULE, CLIENT})
    @EnableConfigurationProperties(RedisProperties.class)
    static class There {
        @Bean(destroyMethod = "close")
        RedisLine yiciRedisLine(RedisProperties properties, BeanFactory beans) {
            return RedisLine.open(properties, beans);
        }

        @Bean
        @ConditionalOnMissingBean
        RedisAccess yiciRedisAccess(RedisLine line, RedisProperties properties) {
            return line.access(properties);
        }

        @Bean
        @ConditionalOnMissingBean
        EntryGuard yiciEntryGuard(RedisAccess redis) {
            return new RedisEntryGuard(redis);
        }

        @Bean
        @ConditionalOnMissingBean
        TokenMarks yiciTokenMarks(RedisAccess redis) {
            return new RedisTokenMarks(redis);
        }
    }

    /** A Redis is wanted, and would silently not be used. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(MODULE)
    static class Missing {
        @Bean
        InitializingBean yiciRedisMissing() {
            return refusal("the module that speaks to it is not there. Add io.yici:yici-redis to the dependencies");
        }
    }

    /** The same, where its client was excluded. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = MODULE)
    @ConditionalOnMissingClass(CLIENT)
    static class ClientMissing {
        @Bean
        InitializingBean yiciRedisClientMissing() {
            return refusal("the client that connects to it is not there. Add io.lettuce:lettuce-core to the"
                    + " dependencies");
        }
    }

    private static InitializingBean refusal(String why) {
        return () -> {
            throw new SetupException(List.of("yici.redis names a Redis, but " + why + ", or remove yici.redis."), null);
        };
    }
}
