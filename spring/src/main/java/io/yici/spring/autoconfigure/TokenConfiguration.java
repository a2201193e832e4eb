package io.yici.spring.autoconfigure;

import io.yici.guard.FormTokens;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Makes form tokens of the secrets in the properties; a bean of the application's own comes first. Without either there
 * are none, and an operation that takes tokens refuses to start: a secret made up here would be another on every node.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TokenProperties.class)
class TokenConfiguration {
    @Bean
    @ConditionalOnMissingBean
    @Conditional(Given.class)
    FormTokens yiciTokens(TokenProperties properties) {
        return properties.tokens();
    }

    /** Whether something is said about secrets; if it is not enough, that is refused. */
    static final class Given implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Binder binder = Binder.get(context.getEnvironment());
            return binder.bind("yici.tokens.signing", String.class).isBound()
                    || !binder.bind("yici.tokens.secrets", Bindable.mapOf(String.class, String.class))
                            .orElse(Map.of())
                            .isEmpty();
        }
    }
}
