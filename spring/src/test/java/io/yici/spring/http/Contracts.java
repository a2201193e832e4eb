package io.yici.spring.http;

import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Objects;
import java.util.UUID;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Contracts that only those who may sign may see, by a rule at each place where a rule can stand. */
@Configuration(proxyBeanMethods = false)
@Import({
    Contracts.Plain.class,
    Contracts.OnHandler.class,
    Contracts.OnClass.class,
    Contracts.WithModel.class,
    Contracts.WithOwnRendering.class,
    Contracts.Signing.class,
    Contracts.ThroughService.class,
    Contracts.Aspects.class,
    Contracts.Advice.class
})
class Contracts implements WebMvcConfigurer {
    /** What nobody without the right may see a byte of. */
    static final String SECRET = "the-secret-of-";

    record Asked(String title, String owner) {}

    record Contract(String id, String text) {}

    /** Rules of the application's own. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface SignersOnly {}

    private final Fortress.Rights rights;

    Contracts(Fortress.Rights rights) {
        this.rights = rights;
    }

    @Bean
    Desk desk(Ledger ledger, OrderTable orders) {
        return new Desk(ledger, orders);
    }

    @Bean
    ReplayAuthorizer signersOnly(Fortress.Rights all) {
        return (request, operation) -> {
            if (!all.has(user(), Fortress.SIGN)) {
                throw new AccessDeniedException("not a signer");
            }
        };
    }

    static String user() {
        return Objects.requireNonNull(SecurityContextHolder.getContext().getAuthentication())
                .getName();
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {
                    @Override
                    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                        boolean allowed = rights.has(user(), Fortress.SIGN);
                        if (!allowed) {
                            response.setStatus(403);
                        }
                        return allowed;
                    }
                })
                .addPathPatterns("/interceptor");
    }

    /** Signs, and counts it. */
    static class Desk {
        private final Ledger ledger;
        private final OrderTable orders;

        Desk(Ledger ledger, OrderTable orders) {
            this.ledger = ledger;
            this.orders = orders;
        }

        ResponseEntity<Contract> sign(Asked asked) {
            ledger.ran(asked.title());
            orders.insert(asked.title(), "contract");
            return ResponseEntity.status(201)
                    .body(new Contract(UUID.randomUUID().toString(), SECRET + user()));
        }

        void useNonce(String nonce) {
            orders.insertGift(nonce);
        }
    }

    @RestController
    static class Plain {
        private final Desk desk;
        private final Fortress.Rights rights;

        Plain(Desk desk, Fortress.Rights rights) {
            this.desk = desk;
            this.rights = rights;
        }

        @Idempotent(operation = "chain")
        @PostMapping("/chain")
        ResponseEntity<Contract> chain(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @Idempotent(operation = "open")
        @PostMapping("/open")
        ResponseEntity<Contract> open(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @Idempotent(operation = "interceptor")
        @PostMapping("/interceptor")
        ResponseEntity<Contract> interceptor(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        /** Its rule lies deeper than the handler; a ReplayAuthorizer is named for it. */
        @Idempotent(operation = "deep")
        @PostMapping("/deep")
        ResponseEntity<Contract> deep(@RequestBody Asked asked) {
            if (!rights.has(user(), Fortress.SIGN)) {
                throw new AccessDeniedException("not a signer");
            }
            return desk.sign(asked);
        }

        /** A one-time nonce: here the title. */
        @Idempotent(operation = "nonce")
        @PostMapping("/nonce")
        ResponseEntity<Contract> nonce(@RequestBody Asked asked) {
            desk.useNonce(asked.title());
            return desk.sign(asked);
        }
    }

    @RestController
    static class OnHandler {
        private final Desk desk;

        OnHandler(Desk desk) {
            this.desk = desk;
        }

        @PreAuthorize("hasAuthority('sign')")
        @Idempotent(operation = "pre")
        @PostMapping("/pre")
        public ResponseEntity<Contract> pre(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @PreAuthorize("@rights.has(#asked.owner(), 'sign')")
        @Idempotent(operation = "pre.argument")
        @PostMapping("/pre-argument")
        public ResponseEntity<Contract> preArgument(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @Secured("sign")
        @Idempotent(operation = "secured")
        @PostMapping("/secured")
        public ResponseEntity<Contract> secured(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @SignersOnly
        @Idempotent(operation = "aspect")
        @PostMapping("/aspect")
        public ResponseEntity<Contract> aspect(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @PreAuthorize("hasAuthority('sign')")
        @Idempotent(operation = "pre.external", external = true)
        @PostMapping("/pre-external")
        public ResponseEntity<Contract> preExternal(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @SignersOnly
        @Idempotent(operation = "aspect.external", external = true)
        @PostMapping("/aspect-external")
        public ResponseEntity<Contract> aspectExternal(@RequestBody Asked asked) {
            return desk.sign(asked);
        }
    }

    @RestController
    @PreAuthorize("hasAuthority('sign')")
    static class OnClass {
        private final Desk desk;

        OnClass(Desk desk) {
            this.desk = desk;
        }

        @Idempotent(operation = "class")
        @PostMapping("/class")
        public ResponseEntity<Contract> sign(@RequestBody Asked asked) {
            return desk.sign(asked);
        }
    }

    /** Other methods of its controller are called through the same proxy before the handler. */
    @RestController
    static class WithModel {
        private final Desk desk;

        WithModel(Desk desk) {
            this.desk = desk;
        }

        @ModelAttribute
        public void model(Model model) {
            model.addAttribute("model", "a model");
        }

        @InitBinder
        public void binder() {}

        @PreAuthorize("hasAuthority('sign')")
        @Idempotent(operation = "model")
        @PostMapping("/model")
        public ResponseEntity<Contract> sign(@RequestBody Asked asked) {
            return desk.sign(asked);
        }
    }

    /** Its own method renders the refusal, and is called through the same proxy after it. */
    @RestController
    static class WithOwnRendering {
        private final Desk desk;

        WithOwnRendering(Desk desk) {
            this.desk = desk;
        }

        @PreAuthorize("hasAuthority('sign')")
        @Idempotent(operation = "own.rendering")
        @PostMapping("/own-rendering")
        public ResponseEntity<Contract> sign(@RequestBody Asked asked) {
            return desk.sign(asked);
        }

        @ExceptionHandler
        public ResponseEntity<String> denied(AccessDeniedException denied) {
            return ResponseEntity.status(HttpStatus.FORBIDDEN).body("denied here");
        }
    }

    /** The service door: the rule is on the guarded method itself. */
    static class Signing {
        private final Desk desk;

        Signing(Desk desk) {
            this.desk = desk;
        }

        @PreAuthorize("hasAuthority('sign')")
        @Idempotent(operation = "service", key = "#key")
        public Contract sign(String key, Asked asked) {
            return Objects.requireNonNull(desk.sign(asked).getBody());
        }
    }

    @RestController
    static class ThroughService {
        private final Signing signing;

        ThroughService(Signing signing) {
            this.signing = signing;
        }

        @PostMapping("/service")
        ResponseEntity<Contract> sign(@RequestHeader("Idempotency-Key") String key, @RequestBody Asked asked) {
            return ResponseEntity.status(201).body(signing.sign(key, asked));
        }
    }

    @Aspect
    static class Aspects {
        private final Fortress.Rights rights;

        Aspects(Fortress.Rights rights) {
            this.rights = rights;
        }

        @Before("@annotation(io.yici.spring.http.Contracts.SignersOnly)")
        public void signersOnly() {
            if (!rights.has(user(), Fortress.SIGN)) {
                throw new NotASigner();
            }
        }
    }

    static final class NotASigner extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @RestControllerAdvice
    static class Advice {
        @ExceptionHandler
        ResponseEntity<String> notASigner(NotASigner refused) {
            return ResponseEntity.status(HttpStatus.FORBIDDEN).body("not a signer");
        }
    }
}
