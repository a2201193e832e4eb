package io.yici.spring.autoconfigure;

import io.yici.spring.web.IdempotencyProblems;
import io.yici.spring.web.ReplayHeader;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What HTTP clients of a servlet application see. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(name = "org.springframework.web.servlet.DispatcherServlet")
class WebConfiguration {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "yici.web.replay-header", havingValue = "true", matchIfMissing = true)
    ReplayHeader yiciReplayHeader() {
        return new ReplayHeader();
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "yici.web.problems", havingValue = "true", matchIfMissing = true)
    IdempotencyProblems yiciProblems(YiciProperties properties) {
        return new IdempotencyProblems(properties.web().retryAfter());
    }
}
