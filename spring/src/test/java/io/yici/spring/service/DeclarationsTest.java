package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.SetupException;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import java.io.File;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.annotation.AliasFor;

/** B16: wherever the annotation sits, the call is guarded or refused. */
class DeclarationsTest {
    @TempDir
    private Path folder;

    @Test
    void onAnInterfaceItCountsForTheClass() {
        Applications.onH2().withBean(Greeter.class).run(context -> {
            Greeting greeting = context.getBean(Greeting.class);
            assertThat(greeting.greet("k")).isEqualTo("hello 1");
            assertThat(greeting.greet("k")).isEqualTo("hello 1");
        });
    }

    @Test
    void behindAnInterfaceProxyToo() {
        Applications.onH2()
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .withBean(Greeter.class)
                .run(context -> {
                    Greeting greeting = context.getBean(Greeting.class);
                    assertThat(greeting).isNotInstanceOf(Greeter.class);
                    assertThat(greeting.greet("k")).isEqualTo("hello 1");
                    assertThat(greeting.greet("k")).isEqualTo("hello 1");
                });
    }

    @Test
    void aMethodThatAnInterfaceProxyHidesIsRefused() {
        Applications.onH2()
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .withBean(Hidden.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("Hidden.greetHidden")
                        .hasMessageContaining("interface"));
    }

    @Test
    void onAnInheritedMethodItCountsForTheSubclass() {
        Applications.onH2().withBean(Loud.class).run(context -> {
            Loud loud = context.getBean(Loud.class);
            assertThat(loud.shout("k")).isEqualTo("HELLO 1");
            assertThat(loud.shout("k")).isEqualTo("HELLO 1");
        });
    }

    @Test
    @SuppressWarnings("unchecked")
    void aGenericTypeIsStoredAsTheBeanResolvesIt() {
        Applications.onH2().withBean(Totals.class).run(context -> {
            Handler<String, Map<Long, List<Amount>>> handler = context.getBean(Handler.class);
            Map<Long, List<Amount>> first = handler.handle("k");
            Map<Long, List<Amount>> again = handler.handle("k");
            assertThat(again).isEqualTo(first).isNotSameAs(first);
            assertThat(context.getBean(Ledger.class).runsOf("k")).isEqualTo(1);
        });
    }

    @Test
    void onAnAnnotationOfTheApplicationsOwnItCountsToo() {
        Applications.onH2().withBean(Composed.class).run(context -> {
            Composed composed = context.getBean(Composed.class);
            assertThat(composed.pay("k")).isEqualTo("paid 1");
            assertThat(composed.pay("k")).isEqualTo("paid 1");
        });
    }

    @Test
    void aClassWithoutParameterNamesIsRefusedWithTheCompilersOption() throws Exception {
        Class<?> nameless = compiledWithoutNames("""
                public class Nameless {
                    @io.yici.spring.Idempotent(operation = "a", key = "#key", caller = "'x'")
                    public String place(String key) { return key; }
                }
                """, "Nameless");
        Applications.onH2()
                .withClassLoader(nameless.getClassLoader())
                .withBean(nameless)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("Nameless.place")
                        .hasMessageContaining("compiled without parameter names")
                        .hasMessageContaining("-parameters")
                        .hasMessageContaining("#a0"));
    }

    @Test
    void aClassWithoutParameterNamesCanNameThemByPosition() throws Exception {
        Class<?> positional = compiledWithoutNames("""
                public class Positional {
                    @io.yici.spring.Idempotent(operation = "a", key = "#a0", caller = "'x'")
                    public String place(String key) { return key; }
                }
                """, "Positional");
        Applications.onH2()
                .withClassLoader(positional.getClassLoader())
                .withBean(positional)
                .run(context -> assertThat(context).hasNotFailed());
    }

    private Class<?> compiledWithoutNames(String source, String name) throws IOException, ClassNotFoundException {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        String classPath = new File(Idempotent.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .getPath();
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", folder.toString(), file.toString());
        assertThat(result).isZero();
        URL[] here = {folder.toUri().toURL()};
        return new URLClassLoader(here, getClass().getClassLoader()).loadClass(name);
    }

    interface Greeting {
        @Idempotent(operation = "greet", key = "#key", caller = "'alice'")
        String greet(String key);
    }

    static class Greeter implements Greeting {
        private final Ledger ledger;

        Greeter(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        public String greet(String key) {
            ledger.ran(key);
            return "hello " + ledger.runsOf(key);
        }
    }

    static class Hidden extends Greeter {
        Hidden(Ledger ledger) {
            super(ledger);
        }

        @Idempotent(operation = "greet.hidden", key = "#key", caller = "'alice'")
        public String greetHidden(String key) {
            return key;
        }
    }

    static class Quiet {
        private final Ledger ledger;

        Quiet(Ledger ledger) {
            this.ledger = ledger;
        }

        @Idempotent(operation = "shout", key = "#key", caller = "'alice'")
        public String shout(String key) {
            ledger.ran(key);
            return "hello " + ledger.runsOf(key);
        }
    }

    static class Loud extends Quiet {
        Loud(Ledger ledger) {
            super(ledger);
        }

        @Override
        public String shout(String key) {
            return super.shout(key).toUpperCase(Locale.ROOT);
        }
    }

    record Amount(BigDecimal value) {}

    interface Handler<C, R> {
        R handle(C command);
    }

    static class Totals implements Handler<String, Map<Long, List<Amount>>> {
        private final Ledger ledger;

        Totals(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        @Idempotent(operation = "totals", key = "#command", caller = "'alice'")
        public Map<Long, List<Amount>> handle(String command) {
            ledger.ran(command);
            return Map.of(7L, List.of(new Amount(new BigDecimal("10.00"))));
        }
    }

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @Idempotent(operation = "unnamed", key = "#a0", caller = "'alice'")
    @interface MovesMoney {
        @AliasFor(annotation = Idempotent.class, attribute = "operation")
        String value();
    }

    static class Composed {
        private final Ledger ledger;

        Composed(Ledger ledger) {
            this.ledger = ledger;
        }

        @MovesMoney("pay")
        public String pay(String key) {
            ledger.ran(key);
            return "paid " + ledger.runsOf(key);
        }
    }
}
