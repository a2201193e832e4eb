package io.yici.spring.autoconfigure;

import io.yici.jdbc.JdbcLeases;
import io.yici.lease.FencedLease;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.redis.RedisAccess;
import io.yici.redis.RedisLeases;
import io.yici.spring.SpringYici;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Keeps leases in Redis, where the properties name one, with fences of the database. Those of the database stay at hand
 * as {@link JdbcLeases}; leases of the application's own come before both.
 */
@AutoConfiguration(after = YiciAutoConfiguration.class)
@ConditionalOnClass(name = "io.yici.redis.RedisAccess")
@ConditionalOnBean(type = {"io.yici.redis.RedisAccess", "io.yici.spring.SpringYici"})
public class RedisLeasesAutoConfiguration {
    @Bean(destroyMethod = "close")
    @Primary
    @ConditionalOnMissingBean(value = Leases.class, ignored = JdbcLeases.class)
    RedisLeases<FencedLease> yiciRedisLeases(RedisAccess redis, SpringYici yici) {
        return RedisLeases.fencedBy(
                yici.fences(), redis, LeaseSettings.defaults().releasingAfter(yici.threadTransaction()));
    }
}
