package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Rejection;
import io.yici.SetupException;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import io.yici.spring.PlaceOrder;
import io.yici.spring.PlacedOrder;
import jakarta.annotation.PostConstruct;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.PriorityOrdered;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import reactor.core.publisher.Mono;

/** B16, B17, B19: what could not be guarded keeps the application from starting, by its name and with the remedy. */
class StartRefusalsTest {
    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotWorkIsRefusedByNameWithItsRemedy(Class<?> bean, String fault, String remedy) {
        assertThat(problemsOf(Applications.onH2(), bean))
                .singleElement()
                .asString()
                .startsWith(bean.getSimpleName() + ".")
                .contains(fault)
                .contains(remedy);
    }

    @Test
    void withoutSpringSecurityAndAResolverACallerMustBeNamed() {
        ApplicationContextRunner withoutSecurity =
                Applications.onH2().withClassLoader(new FilteredClassLoader("org.springframework.security"));
        assertThat(problemsOf(withoutSecurity, NoCaller.class))
                .singleElement()
                .asString()
                .contains("on whose behalf", "CallerResolver");
        assertThat(problemsOf(Applications.onH2(), NoCaller.class)).isEmpty();
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(IsPrivate.class, "is private", "public"),
                Arguments.of(IsStatic.class, "is static", "method of a bean"),
                Arguments.of(IsFinal.class, "is final", "open"),
                Arguments.of(IsInFinalClass.class, "final class", "kotlin-spring"),
                Arguments.of(IsPostConstruct.class, "@PostConstruct", "ApplicationRunner"),
                Arguments.of(IsAsync.class, "@Async", "another bean"),
                Arguments.of(ReturnsFuture.class, "CompletableFuture", "Return the value itself"),
                Arguments.of(ReturnsFutureByReference.class, "Future", "Return the value itself"),
                Arguments.of(ReturnsMono.class, "Mono", "Return the value itself"),
                Arguments.of(ReturnsCallable.class, "Callable", "Return the value itself"),
                Arguments.of(ReturnsEmitter.class, "SseEmitter", "Return the value itself"),
                Arguments.of(ReturnsObject.class, "java.lang.Object", "concrete type"),
                Arguments.of(ReturnsWildcard.class, "List<?>", "concrete type"),
                Arguments.of(ReturnsRaw.class, "java.util.List", "concrete type"),
                Arguments.of(ReturnsVariable.class, "T", "concrete type"),
                Arguments.of(UnreadableKey.class, "cannot be read", "#order."),
                Arguments.of(UnknownParameter.class, "#request", "#order"),
                Arguments.of(ForgottenHash.class, "property 'order'", "#order"),
                Arguments.of(UnknownProperty.class, "property 'token' of PlaceOrder", "Correct the name"),
                Arguments.of(UnknownPropertyFurtherIn.class, "property 'size' of String", "Correct the name"),
                Arguments.of(UnknownBean.class, "@tenants", "declare the bean"),
                Arguments.of(UnknownFunction.class, "#tenant", "@name.method"),
                Arguments.of(ResultInKey.class, "#result", "#order"),
                Arguments.of(BlankKey.class, "names no key", "key ="),
                Arguments.of(BadName.class, "unusable name", "operation ="),
                Arguments.of(ReferenceAlone.class, "only one of reference and replay", "Give both"),
                Arguments.of(CommitsRejection.class, "Rejection in commitUnrecorded", "of your own"),
                Arguments.of(TakesStream.class, "InputStream parameter", "fingerprint ="),
                Arguments.of(ReadsOnly.class, "readOnly", "Remove readOnly"),
                Arguments.of(Supports.class, "SUPPORTS", "REQUIRED"),
                Arguments.of(NotSupported.class, "NOT_SUPPORTED", "REQUIRED"),
                Arguments.of(Never.class, "NEVER", "REQUIRED"),
                Arguments.of(Nested.class, "NESTED", "REQUIRED"),
                Arguments.of(UnknownStore.class, "archive", "There are: dataSource, yici"),
                Arguments.of(UnknownManager.class, "transaction manager cannot be found", "transactionManager ="),
                Arguments.of(CallsItself.class, "on itself", "yici.self-invocation=warn"));
    }

    @Test
    void allProblemsAreToldAtOnce() {
        assertThat(problemsOf(Applications.onH2(), IsFinal.class, BadName.class, ReadsOnly.class))
                .hasSize(3);
    }

    @Test
    void selfInvocationCanBeAccepted() {
        assertThat(problemsOf(Applications.onH2().withPropertyValues("yici.self-invocation=warn"), CallsItself.class))
                .isEmpty();
    }

    @Test
    void lazyBeansAreCheckedTooWithoutBeingMade() {
        ApplicationContextRunner lazy = Applications.onH2()
                .withBean(
                        NeverMade.class,
                        () -> {
                            throw new AssertionError("must not be made");
                        },
                        definition -> definition.setLazyInit(true));
        assertThat(problemsOf(lazy))
                .singleElement()
                .asString()
                .contains("NeverMade.place")
                .contains("is final");
    }

    @Test
    void oneNameForTwoTypesIsRefused() {
        assertThat(problemsOf(Applications.onH2(), PlacesOrder.class, PlacesText.class))
                .singleElement()
                .asString()
                .contains("PlacesOrder.place", "PlacesText.place", "'order.create'", "different types");
    }

    @Test
    void settingsOfAnUndeclaredOperationAreRefusedWithTheDeclaredNames() {
        ApplicationContextRunner typo =
                Applications.onH2().withPropertyValues("yici.operations.order.creat.answers-for=90d");
        assertThat(problemsOf(typo, PlacesOrder.class))
                .singleElement()
                .asString()
                .contains("yici.operations.order.creat", "Declared are: order.create", "programmatic=true");
        assertThat(problemsOf(
                        typo.withPropertyValues("yici.operations.order.creat.programmatic=true"), PlacesOrder.class))
                .isEmpty();
    }

    @Test
    void unusableSettingsAreRefusedByTheirProperty() {
        assertThat(problemsOf(
                        Applications.onH2()
                                .withPropertyValues(
                                        "yici.answers-for=7",
                                        "yici.operations.a.b.answers-for=7",
                                        "yici.operations.a.b.retries=many",
                                        "yici.operations.a.b.lease=1m",
                                        "yici.operations.lonely=1m"),
                        PlacesOrder.class))
                .hasSize(5)
                .anyMatch(problem -> problem.startsWith("yici.answers-for = 7") && problem.contains("needs a unit"))
                .anyMatch(problem ->
                        problem.contains("yici.operations.a.b.answers-for = 7") && problem.contains("needs a unit"))
                .anyMatch(problem -> problem.contains("yici.operations.a.b.retries"))
                .anyMatch(problem -> problem.contains("yici.operations.a.b.lease is no setting"))
                .anyMatch(problem -> problem.contains("yici.operations.lonely names no setting"));
    }

    @Test
    void aBeanMadeTooEarlyForItsProxyIsRefused() {
        ApplicationContextRunner early =
                Applications.onH2().withBean(PlacesOrder.class).withUserConfiguration(EarlyConfiguration.class);
        assertThat(problemsOf(early)).singleElement().asString().contains("PlacesOrder.place", "has no proxy");
    }

    @Test
    void aMissingSchemaIsRefusedByTheStartChecks() {
        Applications.onH2()
                .withPropertyValues("yici.create-schema=never")
                .withUserConfiguration(PlacesOrder.class)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void theFailureAnalysisListsProblemsAndRemedies() {
        SetupException setup = new SetupException(List.of("A is wrong. Do a.", "B is wrong. Do b."), null);
        FailureAnalysis analysis = new SetupFailureAnalyzer().analyze(new IllegalStateException(setup), setup);
        assertThat(analysis.getDescription()).contains("- A is wrong. Do a.", "- B is wrong. Do b.");
        assertThat(analysis.getAction()).contains("Correct each");
    }

    private static List<String> problemsOf(ApplicationContextRunner runner, Class<?>... beans) {
        List<String> problems = new ArrayList<>();
        runner.withUserConfiguration(beans).run(context -> {
            for (Throwable each = context.getStartupFailure(); each != null; each = each.getCause()) {
                if (each instanceof SetupException setup) {
                    problems.addAll(setup.problems());
                    return;
                }
            }
            assertThat(context).hasNotFailed();
        });
        return problems;
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    static class IsPrivate {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        private String place(String key) {
            return key;
        }
    }

    static class IsStatic {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public static String place(String key) {
            return key;
        }
    }

    static class IsFinal {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public final String place(String key) {
            return key;
        }
    }

    static final class IsInFinalClass {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }
    }

    static class IsPostConstruct {
        @PostConstruct
        @Idempotent(operation = "a", key = "'k'", caller = "'x'")
        public void place() {}
    }

    static class IsAsync {
        @Async
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public void place(String key) {}
    }

    static class ReturnsFuture {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public CompletableFuture<String> place(String key) {
            return CompletableFuture.completedFuture(key);
        }
    }

    static class ReturnsFutureByReference {
        @Idempotent(operation = "a", key = "#key", caller = "'x'", reference = "#result.get()", replay = "null")
        public List<Future<String>> place(String key) {
            return List.of();
        }
    }

    static class ReturnsMono {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public Mono<String> place(String key) {
            return Mono.just(key);
        }
    }

    static class ReturnsCallable {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public Callable<String> place(String key) {
            return () -> key;
        }
    }

    static class ReturnsEmitter {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public SseEmitter place(String key) {
            return new SseEmitter();
        }
    }

    static class ReturnsObject {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public Object place(String key) {
            return key;
        }
    }

    static class ReturnsWildcard {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public List<?> place(String key) {
            return List.of(key);
        }
    }

    @SuppressWarnings("rawtypes")
    static class ReturnsRaw {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public List place(String key) {
            return List.of(key);
        }
    }

    static class ReturnsVariable {
        @Idempotent(operation = "a", key = "#key.toString()", caller = "'x'")
        public <T> T place(T key) {
            return key;
        }
    }

    static class UnreadableKey {
        @Idempotent(operation = "a", key = "#order.", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class UnknownParameter {
        @Idempotent(operation = "a", key = "#request.key", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class ForgottenHash {
        @Idempotent(operation = "a", key = "order.key", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class UnknownProperty {
        @Idempotent(operation = "a", key = "#order.token", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class UnknownPropertyFurtherIn {
        @Idempotent(operation = "a", key = "{#order.key, #order.userId.size}", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class UnknownBean {
        @Idempotent(operation = "a", key = "#order.key", caller = "@tenants.current()")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class UnknownFunction {
        @Idempotent(operation = "a", key = "#order.key", caller = "#tenant()")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class ResultInKey {
        @Idempotent(operation = "a", key = "#result", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class BlankKey {
        @Idempotent(operation = "a", key = " ", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    /** Public, for its proxy may live in another class loader. */
    public static class NoCaller {
        @Idempotent(operation = "a", key = "#order.key")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class BadName {
        @Idempotent(operation = "order create", key = "#order.key", caller = "'x'")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class ReferenceAlone {
        @Idempotent(operation = "a", key = "#order.key", caller = "'x'", reference = "#result")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class CommitsRejection {
        @Idempotent(operation = "a", key = "#order.key", caller = "'x'", commitUnrecorded = Rejection.class)
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class TakesStream {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key, InputStream content) {
            return key;
        }
    }

    static class ReadsOnly {
        @Transactional(readOnly = true)
        @Idempotent(operation = "ro", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }
    }

    static class Supports {
        @Transactional(propagation = Propagation.SUPPORTS)
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }
    }

    static class NotSupported {
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }
    }

    static class Never {
        @Transactional(propagation = Propagation.NEVER)
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }
    }

    static class Nested {
        @Transactional(propagation = Propagation.NESTED)
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }
    }

    static class UnknownStore {
        @Idempotent(operation = "a", key = "#key", caller = "'x'", store = "archive")
        public String place(String key) {
            return key;
        }
    }

    static class UnknownManager {
        @Transactional("archive")
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }
    }

    static class CallsItself {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public String place(String key) {
            return key;
        }

        public String placeTwice(String key) {
            return place(key) + place(key);
        }
    }

    static class NeverMade {
        @Idempotent(operation = "a", key = "#key", caller = "'x'")
        public final String place(String key) {
            return key;
        }
    }

    static class PlacesOrder {
        @Idempotent(operation = "order.create", key = "#order.key", caller = "#order.userId")
        public PlacedOrder place(PlaceOrder order) {
            return new PlacedOrder(1, order.sku(), BigDecimal.ONE);
        }
    }

    static class PlacesText {
        @Idempotent(operation = "order.create", key = "#order.key", caller = "#order.userId")
        public String place(PlaceOrder order) {
            return order.sku();
        }
    }

    static class EarlyConfiguration {
        @Bean
        static First early(PlacesOrder orders) {
            return new First();
        }
    }

    /** Made before everything that makes proxies. */
    static class First implements BeanPostProcessor, PriorityOrdered {
        @Override
        public int getOrder() {
            return 0;
        }
    }
}
