package io.yici.example.orders.pages;

import io.yici.example.orders.web.AccessRules;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * How people are let in: by a form and a session. A page that needs a user leads to the form and from there back; a
 * script is answered without being led anywhere.
 */
@Configuration(proxyBeanMethods = false)
class PageSecurity {
    private static final String SIGN_IN = "/sign-in";

    private final HandlerExceptionResolver refusals;
    private final SavedRequestAwareAuthenticationSuccessHandler backToThePage;

    PageSecurity(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver refusals) {
        this.refusals = refusals;
        this.backToThePage = new SavedRequestAwareAuthenticationSuccessHandler();
    }

    @Bean
    @Order(2)
    SecurityFilterChain people(HttpSecurity http) {
        AccessRules.on(http);
        HttpSessionRequestCache asked = askedPages();
        backToThePage.setRequestCache(asked);
        return http.formLogin(form -> form.loginPage(SIGN_IN)
                        .loginProcessingUrl("/login")
                        .successHandler(this::signedIn)
                        .failureHandler(this::notSignedIn))
                .logout(logout -> logout.logoutSuccessHandler(this::signedOut))
                .exceptionHandling(
                        denied -> denied.authenticationEntryPoint(this::askWho).accessDeniedHandler(this::refuse))
                .requestCache(cache -> cache.requestCache(asked))
                .csrf(CsrfConfigurer::spa)
                .headers(headers -> headers.contentSecurityPolicy(
                        policy -> policy.policyDirectives("default-src 'self'; frame-ancestors 'none'")))
                .build();
    }

    /** A write is not kept: nobody should send one by signing in. No parameter is added to the address. */
    @SuppressWarnings("NullAway") // null is documented to mean none
    private static HttpSessionRequestCache askedPages() {
        HttpSessionRequestCache cache = new HttpSessionRequestCache();
        cache.setRequestMatcher(PageRequests::wantsToSee);
        cache.setMatchingRequestParameterName(null);
        return cache;
    }

    private void signedIn(HttpServletRequest request, HttpServletResponse response, Authentication user)
            throws IOException, ServletException {
        if (PageRequests.wantsPage(request)) {
            backToThePage.onAuthenticationSuccess(request, response, user);
        } else {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
    }

    private void notSignedIn(HttpServletRequest request, HttpServletResponse response, Exception reason)
            throws IOException {
        if (PageRequests.wantsPage(request)) {
            response.sendRedirect(request.getContextPath() + SIGN_IN + "?wrong");
        } else {
            refuse(request, response, reason);
        }
    }

    private void signedOut(HttpServletRequest request, HttpServletResponse response, @Nullable Authentication user)
            throws IOException {
        if (PageRequests.wantsPage(request)) {
            response.sendRedirect(request.getContextPath() + SIGN_IN + "?out");
        } else {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
    }

    private void askWho(HttpServletRequest request, HttpServletResponse response, Exception reason) throws IOException {
        if (PageRequests.wantsToSee(request)) {
            response.sendRedirect(request.getContextPath() + SIGN_IN);
        } else {
            refuse(request, response, reason);
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, Exception reason) {
        refusals.resolveException(request, response, null, reason);
    }
}
