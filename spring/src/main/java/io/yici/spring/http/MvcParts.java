package io.yici.spring.http;

import io.yici.spring.CallerResolver;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.method.support.AsyncHandlerMethodReturnValueHandler;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** What stands inside of Spring MVC: the watch before handlers, the one on exceptions, the flush before rendering. */
@Configuration(proxyBeanMethods = false)
public class MvcParts {
    @Bean
    static WebMvcConfigurer yiciHandlerWatch(
            ObjectProvider<RouteTable> routes, ObjectProvider<TokenIssuer> tokens, HttpProperties properties) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(
                                new HandlerWatch(() -> routes.getObject().routes(), properties.getMethods()))
                        .order(Ordered.LOWEST_PRECEDENCE);
                registry.addInterceptor(new TokensForViews(tokens::getIfAvailable));
            }
        };
    }

    @Bean
    static ThrownWatch yiciThrownWatch() {
        return new ThrownWatch();
    }

    @Bean
    @ConditionalOnExpression("!'${yici.http.path:/idempotency}'.isEmpty()")
    static IdempotencyEndpoint yiciEndpoint(
            RouteTable routes, ObjectProvider<CallerResolver> callers, HttpProperties properties) {
        return new IdempotencyEndpoint(routes, new Operations(callers.getIfAvailable()), properties.tokensAt());
    }

    @Bean
    @ConditionalOnExpression("!'${yici.http.token-path:${yici.http.path:/idempotency}}'.isEmpty()")
    static TokenEndpoint yiciTokenEndpoint(TokenIssuer issuer) {
        return new TokenEndpoint(issuer);
    }

    @Bean
    @ConditionalOnProperty(name = "yici.http.cors", havingValue = "true", matchIfMissing = true)
    static KeyCors yiciCors(ListableBeanFactory beanFactory) {
        return new KeyCors(beanFactory);
    }

    /** No controller advice binds replays: its method would be looked at anew on every request of the application. */
    @Bean
    static SmartInitializingSingleton yiciHandlerAdapters(ObjectProvider<RequestMappingHandlerAdapter> adapters) {
        return () -> adapters.forEach(adapter -> {
            adapter.setWebBindingInitializer(new ReplayBinding(adapter.getWebBindingInitializer()));
            ReplayUnvalidated.in(adapter);
            List<HandlerMethodReturnValueHandler> renderers = adapter.getReturnValueHandlers();
            if (renderers != null) {
                adapter.setReturnValueHandlers(flushing(renderers));
            }
        });
    }

    private static List<HandlerMethodReturnValueHandler> flushing(List<HandlerMethodReturnValueHandler> renderers) {
        List<HandlerMethodReturnValueHandler> flushing = new ArrayList<>();
        for (HandlerMethodReturnValueHandler renderer : renderers) {
            flushing.add(
                    renderer instanceof AsyncHandlerMethodReturnValueHandler
                            ? renderer
                            : new FlushBeforeRendering(renderer));
        }
        return flushing;
    }
}
