package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The caller is whom a token speaks of, never the token. Vectors 20 and 21. */
class TokenCallerTest {
    private static final SecretKey SHARED =
            new SecretKeySpec("a shared secret of thirty-two bytes".getBytes(StandardCharsets.UTF_8), "HmacSHA256");

    private static Server server;
    private static Wire wire;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(TestDatabase.SQLITE, new Class<?>[] {Tokens.class, Accounts.class});
        wire = new Wire(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aRefreshedTokenOfTheSameUserIsReplayed21() {
        Wire.Reply first = open("alice");
        Wire.Reply second = open("alice");
        assertThat(first.status()).as("%s", first).isEqualTo(200);
        assertThat(second.isReplay()).isTrue();
        assertThat(second.body()).isEqualTo(first.body());
        opened(1);
    }

    @Test
    void anotherUsersTokenRunsForItself20() {
        Wire.Reply alices = open("alice");
        Wire.Reply bobs = open("bob");
        assertThat(bobs.status()).isEqualTo(200);
        assertThat(bobs.isReplay()).isFalse();
        assertThat(bobs.body()).isNotEqualTo(alices.body());
        opened(2);
    }

    @Test
    void anExpiredTokenSeesNothingAndARefreshedOneTheAnswer() {
        Wire.Reply first = open("alice");
        Wire.Reply refused = open(token("alice", Instant.now().minusSeconds(900)), key);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.body()).isEmpty();
        assertThat(open("alice").body()).isEqualTo(first.body());
        opened(1);
    }

    private Wire.Reply open(String user) {
        return open(token(user, Instant.now()), key);
    }

    private static Wire.Reply open(String token, String key) {
        return wire.post("/accounts", key, "{\"name\":\"" + key + "\"}", "Authorization", "Bearer " + token);
    }

    private void opened(int times) {
        assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(times);
    }

    /** Each is another text: it has an id of its own. */
    private static String token(String user, Instant issued) {
        JwtClaimsSet claims = JwtClaimsSet.builder()
                .subject(user)
                .id(UUID.randomUUID().toString())
                .issuedAt(issued)
                .expiresAt(issued.plusSeconds(300))
                .build();
        return NimbusJwtEncoder.withSecretKey(SHARED)
                .build()
                .encode(JwtEncoderParameters.from(
                        JwsHeader.with(MacAlgorithm.HS256).build(), claims))
                .getTokenValue();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class Tokens {
        @Bean
        JwtDecoder decoder() {
            return NimbusJwtDecoder.withSecretKey(SHARED).build();
        }

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .oauth2ResourceServer(resources -> resources.jwt(jwt -> {}))
                    .csrf(AbstractHttpConfigurer::disable)
                    .build();
        }

        @Bean
        DelegatingFilterProxyRegistrationBean registration() {
            DelegatingFilterProxyRegistrationBean proxy =
                    new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
            proxy.setOrder(-100);
            return proxy;
        }
    }

    @RestController
    static class Accounts {
        private final Ledger ledger;

        Accounts(Ledger ledger) {
            this.ledger = ledger;
        }

        @Idempotent(operation = "account.open")
        @PostMapping("/accounts")
        Map<String, String> open(@RequestBody Map<String, String> account) {
            ledger.ran(account.getOrDefault("name", ""));
            return Map.of("number", UUID.randomUUID().toString());
        }
    }
}
