package io.yici.spring.http;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.web.SecurityFilterChain;

/** Spring Security as an application has it: HTTP Basic on every request, users whose rights change in between. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
@EnableMethodSecurity(securedEnabled = true)
class Fortress {
    static final String SIGN = "sign";

    /** Who may do what at this moment. */
    static final class Rights {
        private final Map<String, Set<String>> rights = new ConcurrentHashMap<>();

        void set(String user, String... granted) {
            rights.put(user, Set.of(granted));
        }

        void removeUser(String user) {
            rights.remove(user);
        }

        public boolean has(String user, String right) {
            return rights.getOrDefault(user, Set.of()).contains(right);
        }
    }

    @Bean
    Rights rights() {
        return new Rights();
    }

    @Bean
    UserDetailsService users(Rights rights) {
        return name -> {
            Set<String> granted = rights.rights.get(name);
            if (granted == null) {
                throw new UsernameNotFoundException(name);
            }
            return User.withUsername(name)
                    .password("{noop}" + name)
                    .authorities(granted.toArray(String[]::new))
                    .build();
        };
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers("/chain")
                        .hasAuthority(SIGN)
                        .requestMatchers("/open")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .httpBasic(basic -> {})
                .csrf(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .build();
    }

    /** As Spring Boot registers it. */
    @Bean
    DelegatingFilterProxyRegistrationBean registration() {
        DelegatingFilterProxyRegistrationBean proxy =
                new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
        proxy.setOrder(-100);
        return proxy;
    }
}
