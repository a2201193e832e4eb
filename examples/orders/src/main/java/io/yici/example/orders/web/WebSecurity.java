package io.yici.example.orders.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.annotation.web.configurers.RequestCacheConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** How programs are let in: they sign in by HTTP Basic on every request, and the gateway signs what it tells. */
@Configuration(proxyBeanMethods = false)
class WebSecurity {
    private final HandlerExceptionResolver problems;

    WebSecurity(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        this.problems = problems;
    }

    /** The gateway signs what it tells; it is no user, has no session, and cannot be lured into forging a request. */
    @Bean
    @Order(0)
    SecurityFilterChain gateway(HttpSecurity http) {
        return http.securityMatcher("/callbacks/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .csrf(CsrfConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(RequestCacheConfigurer::disable)
                .build();
    }

    /** Needs no CSRF token: a browser adds its session to a forged request, but never somebody's credentials. */
    @Bean
    @Order(1)
    SecurityFilterChain programs(HttpSecurity http) {
        AccessRules.on(http);
        return http.securityMatcher(WebSecurity::isBasic)
                .httpBasic(basic -> basic.authenticationEntryPoint(this::refuse))
                .exceptionHandling(refusals ->
                        refusals.authenticationEntryPoint(this::refuse).accessDeniedHandler(this::refuse))
                .requestCache(RequestCacheConfigurer::disable)
                .csrf(CsrfConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .build();
    }

    /**
     * The demo's users. Their passwords are public, so nothing is gained by hashing them. Given as nothing but a
     * look-up: Spring Security would let the manager itself replace each password by a bcrypt hash at the first
     * sign-in, and every Basic request would cost a tenth of a second of CPU from then on.
     */
    @Bean
    UserDetailsService users() {
        InMemoryUserDetailsManager users = new InMemoryUserDetailsManager(
                user("alice", "BUYER"), user("bob", "BUYER"), user("operator", "OPERATOR"));
        return users::loadUserByUsername;
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, Exception reason) {
        problems.resolveException(request, response, null, reason);
    }

    private static UserDetails user(String name, String role) {
        return User.withUsername(name).password("{noop}demo").roles(role).build();
    }

    private static boolean isBasic(HttpServletRequest request) {
        String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
        return authorization != null && authorization.regionMatches(true, 0, "Basic ", 0, 6);
    }
}
