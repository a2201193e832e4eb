package io.yici.spring.autoconfigure;

import io.yici.spring.cache.CaffeineRecordCache;
import io.yici.store.RecordCache;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps committed records near where that is wanted. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "com.github.benmanes.caffeine.cache.Caffeine")
@ConditionalOnProperty(name = "yici.cache.enabled", havingValue = "true")
class CacheConfiguration {
    @Bean
    @ConditionalOnMissingBean
    RecordCache yiciRecordCache(YiciProperties properties) {
        return new CaffeineRecordCache(
                properties.cache().maximumSize(), properties.cache().keepAtMost());
    }
}
