package io.yici.spring.autoconfigure;

import io.yici.OperationListener;
import io.yici.guard.FormTokens;
import io.yici.http.KeyField;
import io.yici.json.JsonCodecs;
import io.yici.spring.CallerResolver;
import io.yici.spring.http.HttpDoor;
import io.yici.spring.http.HttpProperties;
import io.yici.spring.http.IdempotencyFilter;
import io.yici.spring.http.MvcParts;
import io.yici.spring.http.OpenApiPolicy;
import io.yici.spring.http.RouteTable;
import io.yici.spring.http.TokenIssuer;
import io.yici.spring.service.GuardedMethods;
import io.yici.spring.service.Stores;
import java.util.Objects;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** The HTTP door of a servlet application with Spring MVC. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(name = "org.springframework.web.servlet.DispatcherServlet")
@ConditionalOnProperty(name = "yici.http.enabled", havingValue = "true", matchIfMissing = true)
@EnableConfigurationProperties(HttpProperties.class)
@Import(MvcParts.class)
class HttpConfiguration {
    @Bean
    IdempotencyFilter yiciIdempotencyFilter(ObjectProvider<HttpDoor> door) {
        return new IdempotencyFilter(door::getObject);
    }

    @Bean
    RouteTable yiciRoutes(
            ListableBeanFactory beanFactory,
            Stores stores,
            HttpProperties properties,
            ObjectProvider<CallerResolver> callers) {
        return new RouteTable(beanFactory, stores, properties, callers.getIfAvailable() != null);
    }

    /** Operations that take tokens: routes, annotated services, and what the settings of single operations say. */
    @Bean
    TokenIssuer yiciTokenIssuer(
            ObjectProvider<FormTokens> tokens,
            ObjectProvider<CallerResolver> callers,
            RouteTable routes,
            GuardedMethods methods,
            YiciFactory factory,
            HttpProperties properties) {
        return new TokenIssuer(
                tokens.getIfAvailable(),
                callers.getIfAvailable(),
                operation -> routes.takesTokens(operation)
                        || methods.takesTokens(operation)
                        || factory.takesTokens(operation),
                Objects.requireNonNullElse(properties.getKeyField(), KeyField.DEFAULT_NAME));
    }

    /** Where springdoc describes the API. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springdoc.core.customizers.OperationCustomizer")
    static class OpenApi {
        @Bean
        OpenApiPolicy yiciOpenApiPolicy(RouteTable routes, HttpProperties properties) {
            return new OpenApiPolicy(routes, properties);
        }
    }

    @Bean
    HttpDoor yiciHttpDoor(
            RouteTable routes,
            HttpProperties properties,
            ObjectProvider<CallerResolver> callers,
            ObjectProvider<OperationListener> listeners,
            ListableBeanFactory beanFactory) {
        return HttpDoor.of(
                routes,
                properties,
                JsonCodecs.canonicalJson().orElse(null),
                callers.getIfAvailable(),
                listeners.orderedStream().toList(),
                () -> beanFactory.getBean("handlerExceptionResolver", HandlerExceptionResolver.class));
    }
}
