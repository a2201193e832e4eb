package io.yici.spring.http;

import io.yici.spring.CallerResolver;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Who asks, and whether they may: a filter reads the token {@code user.serial}, an interceptor knows the rights. */
@Configuration(proxyBeanMethods = false)
class FrontDoor {
    @Bean
    CallerResolver callers() {
        return () -> RequestContextHolder.currentRequestAttributes() instanceof ServletRequestAttributes attributes
                ? user(attributes.getRequest())
                : null;
    }

    @Bean
    Refused refused() {
        return new Refused();
    }

    @Bean
    Arrivals arrivals() {
        return new Arrivals();
    }

    @Bean
    Entrance entrance(Refused refused, Arrivals arrivals) {
        return new Entrance(refused, arrivals);
    }

    @Bean
    WebMvcConfigurer rights(Refused refused) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new Rights(refused));
            }
        };
    }

    static @Nullable String user(HttpServletRequest request) {
        return (String) request.getAttribute("user");
    }

    /** Users who are refused, and where. */
    static final class Refused {
        private final Set<String> refused = ConcurrentHashMap.newKeySet();

        /** By {@code filter} or {@code interceptor}, with a status. */
        void refuse(String user, String where, int status) {
            refused.add(user + " " + where + " " + status);
        }

        void readmit(String user) {
            refused.removeIf(entry -> entry.startsWith(user + " "));
        }

        /** The status of the refusal, or 0. */
        private int status(@Nullable String user, String where) {
            return refused.stream()
                    .filter(entry -> entry.startsWith(user + " " + where + " "))
                    .mapToInt(entry -> Integer.parseInt(entry.substring(entry.lastIndexOf(' ') + 1)))
                    .findFirst()
                    .orElse(0);
        }
    }

    /** The threads that work on the requests of a key. */
    static final class Arrivals {
        private final Map<String, Queue<Thread>> threads = new ConcurrentHashMap<>();

        private void add(String key) {
            threads.computeIfAbsent(key, unseen -> new ConcurrentLinkedQueue<>())
                    .add(Thread.currentThread());
        }

        /** Waits until this many have come and none of them moves on. */
        void awaitWaiting(String key, int requests) {
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (threads.getOrDefault(key, new ConcurrentLinkedQueue<>()).stream()
                            .filter(Arrivals::waits)
                            .count()
                    < requests) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("not " + requests + " requests are waiting");
                }
                LockSupport.parkNanos(1_000_000);
            }
        }

        private static boolean waits(Thread thread) {
            return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
        }
    }

    @Order(0)
    private static final class Entrance extends OncePerRequestFilter {
        private final Refused refused;
        private final Arrivals arrivals;

        private Entrance(Refused refused, Arrivals arrivals) {
            this.refused = refused;
            this.arrivals = arrivals;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            arrivals.add(Objects.requireNonNullElse(request.getHeader("Idempotency-Key"), ""));
            String token = Objects.requireNonNullElse(request.getHeader("Authorization"), "");
            if (token.startsWith("Bearer ")) {
                request.setAttribute("user", token.substring("Bearer ".length(), token.lastIndexOf('.')));
            }
            int status = refused.status(user(request), "filter");
            if (status == 0) {
                chain.doFilter(request, response);
            } else {
                response.setStatus(status);
            }
        }
    }

    private record Rights(Refused refused) implements HandlerInterceptor {
        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            int status = refused.status(user(request), "interceptor");
            if (status != 0) {
                response.setStatus(status);
            }
            return status == 0;
        }
    }
}
