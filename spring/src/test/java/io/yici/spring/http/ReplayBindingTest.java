package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Arguments of a handler whose proxy has rules of its own, so that a replay binds them too. */
@SuppressWarnings("NullAway.Init") // opened before all tests
class ReplayBindingTest {
    private static final String OOLONG = "{\"sku\":\"OOLONG\"}";
    private static final AtomicReference<String> SOLD_OUT = new AtomicReference<>("");
    private static final AtomicBoolean CLOSED = new AtomicBoolean();

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() {
        server = Server.start(TestDatabase.SQLITE, new Class<?>[] {Callers.class, Desk.class});
        client = new Client(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        SOLD_OUT.set("");
        CLOSED.set(false);
    }

    @Test
    void aReplayIsAnsweredThoughItsRequestWouldNotBeValidAnyMore() {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> first = client.post("/tea", key, OOLONG);
        assertThat(first.statusCode()).isEqualTo(200);
        SOLD_OUT.set("OOLONG");
        HttpResponse<String> again = client.post("/tea", key, OOLONG);
        assertThat(Client.isReplay(again)).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        HttpResponse<String> other = client.post("/tea", UUID.randomUUID().toString(), OOLONG);
        assertThat(other.statusCode()).as("a first run is validated").isEqualTo(400);
    }

    @Test
    void whatTheApplicationSetsUpForBindingStaysInForce() {
        Map<String, String> headers =
                Map.of("Idempotency-Key", UUID.randomUUID().toString());
        HttpResponse<String> first = client.send("POST", "/form?sku=OOLONG&secret=1", "", headers);
        assertThat(first.body()).isEqualTo("OOLONG/null");
        SOLD_OUT.set("OOLONG");
        HttpResponse<String> again = client.send("POST", "/form?sku=OOLONG&secret=1", "", headers);
        assertThat(Client.isReplay(again)).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
    }

    @Test
    void theRuleOnTheHandlerIsAskedForAReplayThoughOtherMethodsOfItsControllerAreCalledBeforeIt() {
        String key = UUID.randomUUID().toString();
        assertThat(client.post("/tea", key, OOLONG).statusCode()).isEqualTo(200);
        CLOSED.set(true);
        HttpResponse<String> again = client.post("/tea", key, OOLONG);
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(Client.isReplay(again)).isFalse();
        assertThat(again.body()).doesNotContain("OOLONG");
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Advisor rule() {
            MethodInterceptor rule = invocation -> {
                if (CLOSED.get()) {
                    throw new ResponseStatusException(HttpStatus.FORBIDDEN);
                }
                return invocation.proceed();
            };
            return new DefaultPointcutAdvisor(AnnotationMatchingPointcut.forMethodAnnotation(PostMapping.class), rule);
        }
    }

    @RestController
    static class Desk {
        @InitBinder
        void keepSecrets(WebDataBinder binder) {
            binder.setDisallowedFields("secret");
        }

        @Idempotent(operation = "tea")
        @PostMapping("/tea")
        Map<String, String> tea(@Valid @RequestBody Tea tea) {
            return Map.of("sku", tea.sku());
        }

        @Idempotent(operation = "form")
        @PostMapping("/form")
        String form(@Valid Form form) {
            return form.sku + "/" + form.secret;
        }
    }

    record Tea(@InStock String sku) {}

    @SuppressWarnings("NullAway.Init") // bound from the request
    static class Form {
        @InStock
        private String sku;

        private String secret;

        public String getSku() {
            return sku;
        }

        public void setSku(String sku) {
            this.sku = sku;
        }

        public void setSecret(String secret) {
            this.secret = secret;
        }
    }

    @Constraint(validatedBy = InStock.Check.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface InStock {
        String message() default "sold out";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};

        /** Says no to what is sold out by now. */
        final class Check implements ConstraintValidator<InStock, String> {
            @Override
            public boolean isValid(String sku, ConstraintValidatorContext context) {
                return !Objects.equals(SOLD_OUT.get(), sku);
            }
        }
    }
}
