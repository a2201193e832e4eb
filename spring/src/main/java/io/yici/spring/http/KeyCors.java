package io.yici.spring.http;

import io.yici.http.KeyRules;
import io.yici.spring.web.ReplayHeader;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsProcessor;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.handler.AbstractHandlerMapping;

/**
 * Lets browsers of other origins send the key and see what became of it, wherever the application lets them in at all:
 * without that a page's request goes out without its key, or not at all, and its replays look like first answers.
 */
final class KeyCors implements SmartInitializingSingleton {
    private static final List<String> EXPOSED =
            List.of(ReplayHeader.NAME, HttpHeaders.RETRY_AFTER, HttpHeaders.LOCATION);

    private final ListableBeanFactory beanFactory;

    KeyCors(ListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /** Both ways an application has: configurations of its handlers, and beans that Spring Security and filters use. */
    @Override
    public void afterSingletonsInstantiated() {
        beanFactory
                .getBeansOfType(AbstractHandlerMapping.class)
                .values()
                .forEach(mapping -> mapping.setCorsProcessor(new Widening()));
        beanFactory
                .getBeansOfType(CorsFilter.class)
                .values()
                .forEach(filter -> filter.setCorsProcessor(new Widening()));
        beanFactory
                .getBeansOfType(UrlBasedCorsConfigurationSource.class)
                .values()
                .forEach(source -> source.getCorsConfigurations().values().forEach(KeyCors::widen));
    }

    private static void widen(CorsConfiguration configuration) {
        List<String> allowed = configuration.getAllowedHeaders();
        if (allowed != null && !holds(allowed, KeyRules.HEADER)) {
            configuration.addAllowedHeader(KeyRules.HEADER);
        }
        List<String> exposed = configuration.getExposedHeaders();
        for (String header : EXPOSED) {
            if (exposed == null || !holds(exposed, header)) {
                configuration.addExposedHeader(header);
            }
        }
    }

    private static boolean holds(List<String> headers, String name) {
        return headers.stream()
                .anyMatch(header -> header.equals(CorsConfiguration.ALL) || header.equalsIgnoreCase(name));
    }

    private static final class Widening implements CorsProcessor {
        private final CorsProcessor processor = new DefaultCorsProcessor();

        @Override
        public boolean processRequest(
                @Nullable CorsConfiguration configuration, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            CorsConfiguration widened = configuration == null ? null : new CorsConfiguration(configuration);
            if (widened != null) {
                widen(widened);
            }
            return processor.processRequest(widened, request, response);
        }
    }
}
