package io.yici.example.orders.pages;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.i18n.CookieLocaleResolver;
import org.springframework.web.servlet.i18n.LocaleChangeInterceptor;

/** English or Chinese, as the browser says or a link has chosen; and refusals of pages before those for programs. */
@Configuration(proxyBeanMethods = false)
class PageConfiguration implements WebMvcConfigurer {
    private final ObjectProvider<PageRefusals> refusals;

    PageConfiguration(ObjectProvider<PageRefusals> refusals) {
        this.refusals = refusals;
    }

    @Bean
    static LocaleResolver localeResolver() {
        CookieLocaleResolver languages = new CookieLocaleResolver("language");
        languages.setCookieMaxAge(Duration.ofDays(365));
        languages.setCookieSameSite("Lax");
        languages.setCookieHttpOnly(true);
        languages.setRejectInvalidCookies(false);
        languages.setDefaultLocaleFunction(request -> firstKnown(Collections.list(request.getLocales())));
        return languages;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        LocaleChangeInterceptor choice = new LocaleChangeInterceptor();
        choice.setParamName("lang");
        choice.setHttpMethods("GET");
        choice.setIgnoreInvalidLocale(true);
        registry.addInterceptor(choice).excludePathPatterns("/api/**", "/callbacks/**");
    }

    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        resolvers.add(
                0,
                (request, response, handler, thrown) ->
                        refusals.getObject().resolveException(request, response, handler, thrown));
    }

    private static Locale firstKnown(List<Locale> wanted) {
        return wanted.stream()
                .filter(locale -> List.of("en", "zh").contains(locale.getLanguage()))
                .findFirst()
                .orElse(Locale.ENGLISH);
    }
}
