package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.SetupException;
import io.yici.services.TestDatabase;
import io.yici.spring.Idempotent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Rules that cannot be asked before a recorded answer is shown stop the start, unless an authorizer stands in. */
class RulesAtStartTest {
    private static final String AUTHORIZED = "yici.http.routes[read].replay-authorizer=ownersOnly";

    @ParameterizedTest
    @ValueSource(classes = {AfterCall.class, Filtered.class})
    void aRuleThatLooksAtTheAnswerIsRefused(Class<?> controller) {
        assertThatThrownBy(() -> start(controller))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining(controller.getSimpleName() + ".read")
                .hasMessageContaining("ReplayAuthorizer");
    }

    @Test
    void rulesOnAControllerThatIsMadeForEachRequestAreRefused() {
        assertThatThrownBy(() -> start(MadeAnew.class))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("MadeAnew.read")
                .hasMessageContaining("ReplayAuthorizer");
    }

    @ParameterizedTest
    @ValueSource(classes = {AfterCall.class, Filtered.class, MadeAnew.class})
    void withAnAuthorizerItStartsAndTheAuthorizerDecides(Class<?> controller) {
        try (Server server = start(controller, AUTHORIZED)) {
            Fortress.Rights rights = server.bean(Fortress.Rights.class);
            rights.set("alice", Fortress.SIGN);
            Wire wire = new Wire(server.port());
            Wire.Reply first = read(wire);
            assertThat(first.status()).as("%s", first).isEqualTo(200);
            Wire.Reply again = read(wire);
            assertThat(again.isReplay()).isTrue();
            assertThat(again.body()).isEqualTo(first.body());
            rights.set("alice", "read");
            Wire.Reply refused = read(wire);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text()).doesNotContain("alice");
        }
    }

    private static Wire.Reply read(Wire wire) {
        return wire.post(
                "/read",
                "k",
                "{}",
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString("alice:alice".getBytes(StandardCharsets.UTF_8)));
    }

    private static Server start(Class<?> controller, String... settings) {
        return Server.start(TestDatabase.SQLITE, new Class<?>[] {Fortress.class, Owners.class, controller}, settings);
    }

    @Configuration(proxyBeanMethods = false)
    static class Owners {
        @Bean
        ReplayAuthorizer ownersOnly(Fortress.Rights rights) {
            return (request, operation) -> {
                String user = Contracts.user();
                if (!rights.has(user, Fortress.SIGN)) {
                    throw new AccessDeniedException("not an owner");
                }
            };
        }
    }

    @RestController
    static class AfterCall {
        @PostAuthorize("hasAuthority('sign') and returnObject[0] == authentication.name")
        @Idempotent(operation = "read")
        @PostMapping("/read")
        public List<String> read() {
            return List.of("alice");
        }
    }

    @RestController
    static class Filtered {
        @PostFilter("hasAuthority('sign') and filterObject == authentication.name")
        @Idempotent(operation = "read")
        @PostMapping("/read")
        public List<String> read() {
            return new ArrayList<>(List.of("alice", "bob"));
        }
    }

    @RestController
    @Scope("prototype")
    static class MadeAnew {
        @PreAuthorize("hasAuthority('sign')")
        @Idempotent(operation = "read")
        @PostMapping("/read")
        public List<String> read() {
            return List.of("alice");
        }
    }
}
