package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.SetupException;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.autoconfigure.YiciAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurationSupport;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What could not be guarded at the HTTP door keeps the application from starting, by its name and with the remedy. */
class StartRefusalsTest {
    private static final AutoConfigurations PARTS = AutoConfigurations.of(
            AopAutoConfiguration.class,
            DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            TransactionAutoConfiguration.class,
            JacksonAutoConfiguration.class,
            HttpMessageConvertersAutoConfiguration.class,
            DispatcherServletAutoConfiguration.class,
            WebMvcAutoConfiguration.class,
            YiciAutoConfiguration.class);

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(PARTS)
            .withBean(CallerResolver.class, () -> () -> "alice")
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotWorkIsRefusedByNameWithItsRemedy(Class<?> controller, String settings, List<String> told) {
        assertThat(problemsOf(application.withBean(controller).withPropertyValues(settings.split(" "))))
                .singleElement()
                .asString()
                .contains(told);
    }

    static Stream<Arguments> refused() {
        String declared = "yici.http.routes[place].pattern=";
        return Stream.of(
                Arguments.of(Keyed.class, "", List.of("Keyed.place", "key = …", "key-pointer")),
                Arguments.of(Scoped.class, "", List.of("Scoped.place", "scope = …", "path variables")),
                Arguments.of(BadName.class, "", List.of("BadName.place", "operation name 'a b'")),
                Arguments.of(Twins.class, "", List.of("Twins.one", "Twins.two", "the operation 'twin'")),
                Arguments.of(Later.class, "", List.of("Later.place", "@Async", "before it has run")),
                Arguments.of(Reading.class, "", List.of("Reading.place", "none of the methods", "unguarded")),
                Arguments.of(
                        Annotated.class, "yici.http.methods=PUT", List.of("Annotated.place", "[PUT]", "unguarded")),
                Arguments.of(
                        OwnSupport.class,
                        "",
                        List.of("OwnSupport.place", "RequestMappingHandlerMapping", "DelegatingWebMvcConfiguration")),
                Arguments.of(Anyhow.class, "", List.of("Anyhow.place", "every method", "Name the methods")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.http.routes[place].external=true"
                                + " yici.http.routes[place].isolation=serializable",
                        List.of("Plain.place", "external", "isolation")),
                Arguments.of(TwoBeans.class, "", List.of("TwoBeans.place", "two beans of its class")),
                Arguments.of(
                        WithService.class, "", List.of("WithService.place", "Inner.place", "the operation 'same'")),
                Arguments.of(Plain.class, declared + "/nowhere", List.of("/nowhere", "no handler method", "/place")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.http.routes[place].methods=PUT",
                        List.of("[PUT]", "no handler method")),
                Arguments.of(
                        Annotated.class,
                        "yici.http.routes[other].pattern=/place",
                        List.of("Annotated.place", "'place' by its annotation", "'other'")),
                Arguments.of(
                        Plain.class, declared + "/place yici.http.routes[place].store=archive", List.of("archive")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.http.routes[place].kept-headers=Set-Cookie",
                        List.of("Plain.place", "Set-Cookie")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.http.routes[place].max-key-bytes=256",
                        List.of("Plain.place", "maxBytes")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.http.routes[place].key-pointer=key",
                        List.of("Plain.place", "pointer")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.http.routes[place].request-limit=0",
                        List.of("Plain.place", "request-limit")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.http.routes[place].replay-authorizer=nobody",
                        List.of("Plain.place", "nobody")),
                Arguments.of(
                        Plain.class,
                        declared + "/place yici.operations.plaice.answers-for=1d",
                        List.of("yici.operations.plaice", "Declared are: place")),
                Arguments.of(
                        Annotated.class,
                        "yici.http.enabled=false",
                        List.of("Annotated.place", "yici.http.enabled", "Guard a service")));
    }

    @Test
    void withoutAnybodyWhoKnowsTheCallerNoHandlerCanBeGuarded() {
        assertThat(problemsOf(new WebApplicationContextRunner()
                        .withConfiguration(PARTS)
                        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
                        .withBean(Annotated.class)
                        .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())))
                .singleElement()
                .asString()
                .contains("Annotated.place", "Spring Security", "CallerResolver");
    }

    @Test
    void outsideOfAServletApplicationAnAnnotatedHandlerIsRefused() {
        new ApplicationContextRunner()
                .withConfiguration(PARTS)
                .withBean(CallerResolver.class, () -> () -> "alice")
                .withBean(Annotated.class)
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
                .run(context -> assertThat(problemsIn(context.getStartupFailure()))
                        .singleElement()
                        .asString()
                        .contains("Annotated.place", "needs the HTTP door"));
    }

    @Test
    void aMisspeltOptionIsRefused() {
        application
                .withBean(Plain.class)
                .withPropertyValues("yici.http.routes[place].pattern=/place", "yici.http.routes[place].key-pointr=/key")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("yici.http.routes[place].key-pointr"));
    }

    @Test
    void whatIsSetAsItShouldBeStarts() {
        assertThat(problemsOf(application
                        .withBean(Plain.class)
                        .withPropertyValues(
                                "yici.http.routes[place].pattern=/place",
                                "yici.http.routes[place].methods=POST",
                                "yici.http.routes[place].final-exceptions=java.lang.IllegalStateException",
                                "yici.operations.place.answers-for=1d")))
                .isEmpty();
    }

    private static List<String> problemsOf(WebApplicationContextRunner application) {
        List<String> problems = new ArrayList<>();
        application.run(context -> problems.addAll(problemsIn(context.getStartupFailure())));
        return problems;
    }

    private static List<String> problemsIn(@Nullable Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SetupException setup) {
                return setup.problems();
            }
        }
        assertThat(failure).isNull();
        return List.of();
    }

    @RestController
    static class Plain {
        @PostMapping("/place")
        String place() {
            return "placed";
        }
    }

    @RestController
    static class Annotated {
        @Idempotent(operation = "place")
        @PostMapping("/place")
        String place() {
            return "placed";
        }
    }

    @RestController
    static class Keyed {
        @Idempotent(operation = "place", key = "#order")
        @PostMapping("/place")
        String place(String order) {
            return order;
        }
    }

    @RestController
    static class Scoped {
        @Idempotent(operation = "place", scope = "#order")
        @PostMapping("/place")
        String place(String order) {
            return order;
        }
    }

    @RestController
    static class Later {
        @Async
        @Idempotent(operation = "place")
        @PostMapping("/place")
        void place() {}
    }

    @RestController
    static class Reading {
        @Idempotent(operation = "place")
        @GetMapping("/place")
        String place() {
            return "placed";
        }
    }

    /** Switches off what calls the configurers, and so the interceptors they add. */
    @RestController
    @Import(WebMvcConfigurationSupport.class)
    static class OwnSupport {
        @Idempotent(operation = "place")
        @PostMapping("/place")
        String place() {
            return "placed";
        }
    }

    @RestController
    @Import(TwoBeans.Second.class)
    static class TwoBeans {
        @Idempotent(operation = "place")
        @PostMapping("/place")
        public String place() {
            return "placed";
        }

        static class Second implements WebMvcRegistrations {
            @Override
            public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
                return new RequestMappingHandlerMapping() {
                    @Override
                    protected void initHandlerMethods() {
                        super.initHandlerMethods();
                        registerMapping(
                                RequestMappingInfo.paths("/second")
                                        .options(getBuilderConfiguration())
                                        .methods(RequestMethod.POST)
                                        .build(),
                                new TwoBeans(),
                                Objects.requireNonNull(ReflectionUtils.findMethod(TwoBeans.class, "place")));
                    }
                };
            }
        }
    }

    @RestController
    static class Anyhow {
        @Idempotent(operation = "place")
        @RequestMapping("/place")
        String place() {
            return "placed";
        }
    }

    @RestController
    static class BadName {
        @Idempotent(operation = "a b")
        @PostMapping("/place")
        String place() {
            return "placed";
        }
    }

    @RestController
    static class Twins {
        @Idempotent(operation = "twin")
        @PostMapping("/one")
        String one() {
            return "one";
        }

        @Idempotent(operation = "twin")
        @PostMapping("/two")
        String two() {
            return "two";
        }
    }

    @RestController
    @Import(Inner.class)
    static class WithService {
        @Idempotent(operation = "same")
        @PostMapping("/place")
        String place() {
            return "placed";
        }
    }

    static class Inner {
        @Idempotent(operation = "same", key = "#order", caller = "'alice'")
        public String place(String order) {
            return order;
        }
    }
}
