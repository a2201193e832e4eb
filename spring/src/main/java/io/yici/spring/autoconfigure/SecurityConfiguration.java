package io.yici.spring.autoconfigure;

import io.yici.spring.CallerResolver;
import io.yici.spring.security.SecurityCallerResolver;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The caller is the user that Spring Security knows, unless the application says otherwise. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.security.core.context.SecurityContextHolder")
class SecurityConfiguration {
    @Bean
    @ConditionalOnMissingBean
    CallerResolver yiciCallerResolver() {
        return new SecurityCallerResolver();
    }
}
