package io.yici.example.fulfilment.app;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** The users of the order service, by HTTP Basic alone: without a session there is nothing that CSRF could ride on. */
@Configuration(proxyBeanMethods = false)
class WebSecurity {
    @Bean
    SecurityFilterChain everything(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.GET, "/actuator/health")
                        .permitAll()
                        .requestMatchers("/api/operations/**")
                        .hasRole("OPERATOR")
                        .anyRequest()
                        .authenticated())
                .httpBasic(Customizer.withDefaults())
                .csrf(CsrfConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .build();
    }

    /** Look-up only, so that Spring Security does not replace the demo's public passwords by costly hashes. */
    @Bean
    UserDetailsService users() {
        InMemoryUserDetailsManager users = new InMemoryUserDetailsManager(
                user("alice", "BUYER"), user("bob", "BUYER"), user("operator", "OPERATOR"));
        return users::loadUserByUsername;
    }

    private static UserDetails user(String name, String role) {
        return User.withUsername(name).password("{noop}demo").roles(role).build();
    }
}
