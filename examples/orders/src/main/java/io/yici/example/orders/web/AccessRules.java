package io.yici.example.orders.web;

import jakarta.servlet.DispatcherType;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;

/** Who may do what, the same by whichever door somebody has come in. */
public final class AccessRules {
    private AccessRules() {}

    /**
     * Sets the rules: the catalogue is everybody's, operations are the operators', the rest is for who is signed in.
     */
    public static void on(HttpSecurity http) {
        http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                .permitAll()
                .requestMatchers(
                        HttpMethod.GET,
                        "/",
                        "/sign-in",
                        "/*.css",
                        "/*.js",
                        "/*.svg",
                        "/webjars/yici/*.js",
                        "/actuator/health")
                .permitAll()
                .requestMatchers("/api/operations", "/api/operations/**")
                .hasRole("OPERATOR")
                .anyRequest()
                .authenticated());
    }
}
