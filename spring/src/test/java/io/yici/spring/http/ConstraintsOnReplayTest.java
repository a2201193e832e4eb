package io.yici.spring.http;

import static io.yici.spring.http.Client.isReplay;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.Idempotent;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Constraints on parameters are asked of first runs, and rules of replays too. */
class ConstraintsOnReplayTest {
    private static final Set<String> EXPIRED = ConcurrentHashMap.newKeySet();

    private static Server server;
    private static Client client;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.SQLITE, new Class<?>[] {Fortress.class, Desk.class, ValidatedDesk.class, BothDesk.class});
        client = new Client(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/parameter", "/validated", "/validated/ruled"})
    void whatIsNotValidAnyMoreIsReplayedAllTheSameButNotRun(String path) {
        rights().set("alice", Fortress.SIGN);
        HttpResponse<String> first = post(path, key);
        assertThat(first.statusCode()).isEqualTo(200);
        EXPIRED.add(key);
        HttpResponse<String> again = post(path, key);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(isReplay(again)).isTrue();
        assertThat(post(path, UUID.randomUUID().toString()).statusCode()).isGreaterThanOrEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/parameter", "/validated/ruled"})
    void whoMayNotAnyMoreIsRefusedAReplay(String path) {
        rights().set("alice", Fortress.SIGN);
        HttpResponse<String> first = post(path, key);
        rights().set("alice");
        HttpResponse<String> again = post(path, key);
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).doesNotContain(first.body());
    }

    private static Fortress.Rights rights() {
        return server.bean(Fortress.Rights.class);
    }

    private HttpResponse<String> post(String path, String underKey) {
        String user = Base64.getEncoder().encodeToString("alice:alice".getBytes(StandardCharsets.UTF_8));
        return client.send(
                "POST",
                path + "?voucher=" + key,
                "{}",
                Map.of(
                        "Idempotency-Key",
                        underKey,
                        "Content-Type",
                        "application/json",
                        "Authorization",
                        "Basic " + user));
    }

    /** Not expired by now. */
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @Constraint(validatedBy = ByNow.class)
    @interface Current {
        String message() default "expired";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    public static final class ByNow implements ConstraintValidator<Current, String> {
        @Override
        public boolean isValid(String voucher, ConstraintValidatorContext context) {
            return !EXPIRED.contains(voucher);
        }
    }

    @RestController
    static class Desk {
        @PreAuthorize("hasAuthority('" + Fortress.SIGN + "')")
        @Idempotent(operation = "parameter")
        @PostMapping("/parameter")
        public String parameter(@RequestParam @Current String voucher) {
            return "took " + voucher;
        }
    }

    @Validated
    @RestController
    static class ValidatedDesk {
        @Idempotent(operation = "validated")
        @PostMapping("/validated")
        public String validated(@RequestParam @Current String voucher) {
            return "took " + voucher;
        }
    }

    @Validated
    @RestController
    static class BothDesk {
        @PreAuthorize("hasAuthority('" + Fortress.SIGN + "')")
        @Idempotent(operation = "validated.ruled")
        @PostMapping("/validated/ruled")
        public String ruled(@RequestParam @Current String voucher) {
            return "took " + voucher;
        }
    }
}
