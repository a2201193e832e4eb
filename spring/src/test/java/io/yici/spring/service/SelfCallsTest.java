package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.spring.Idempotent;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;

/** B16: calls on this never meet the proxy. */
class SelfCallsTest {
    @Test
    void everyWayToCallOnThisIsFound() {
        assertThat(callersIn(CallsItself.class))
                .containsExactlyInAnyOrder(
                        "plain",
                        "asArgument",
                        "inTernary",
                        "afterLoop",
                        "inCatch",
                        "bound",
                        "lambda$inLambda$0",
                        "inSwitch",
                        "withWideArguments",
                        "chained",
                        "<init>");
    }

    @Test
    void callsOnAnotherBeanOrThroughTheProxyAreNot() {
        assertThat(callersIn(CallsOthers.class)).isEmpty();
    }

    @Test
    void aSubclassThatCallsWhatItInheritsIsFound() {
        assertThat(callersIn(Subclass.class)).containsExactly("twice");
    }

    @Test
    void theSameMethodUnderItsErasedOrOverriddenFormIsNot() {
        assertThat(callersIn(Bridged.class)).isEmpty();
        assertThat(callersIn(Overriding.class)).isEmpty();
    }

    private static List<String> callersIn(Class<?> type) {
        return SelfCalls.in(Declaration.in(type)).stream()
                .map(found -> found.caller().substring(found.caller().indexOf('.') + 1))
                .toList();
    }

    static class CallsItself {
        CallsItself() {
            pay("early", 0);
        }

        @Idempotent(operation = "pay", key = "#a0", caller = "'x'")
        public String pay(String key, long amount) {
            return key + amount;
        }

        String plain() {
            return pay("a", 1);
        }

        String asArgument() {
            return String.join("-", "x", pay("a", 1));
        }

        String inTernary(boolean flag, boolean other) {
            return flag ? "no" : this.pay(other ? "a" : "b", other ? 1L : 2L);
        }

        String afterLoop(long[] amounts) {
            long sum = 0;
            for (long amount : amounts) {
                sum += amount << 2;
            }
            return pay("k", sum);
        }

        String inCatch(String text) {
            try {
                return String.valueOf(Long.parseLong(text));
            } catch (NumberFormatException no) {
                return pay(text, 0);
            }
        }

        UnaryOperator<String> bound() {
            return this::one;
        }

        @Idempotent(operation = "one", key = "#a0", caller = "'x'")
        public String one(String key) {
            return key;
        }

        Runnable inLambda() {
            return () -> pay("a", 1);
        }

        String inSwitch(int which) {
            String text = switch (which) {
                case 1 -> "one";
                case 2 -> pay("two", 2);
                default -> throw new IllegalArgumentException();
            };
            return text.trim();
        }

        String withWideArguments(double weight) {
            return pay("w" + weight * 2, (long) (weight * 1000) + 1L);
        }

        String chained() {
            return pay("a", 1).trim().concat("!");
        }
    }

    @SuppressWarnings("UnusedMethod")
    static class CallsOthers {
        private final CallsOthers self;
        private final ObjectProvider<CallsOthers> provider;
        private final CallsItself other = new CallsItself();

        CallsOthers(CallsOthers self, ObjectProvider<CallsOthers> provider) {
            this.self = self;
            this.provider = provider;
        }

        @Idempotent(operation = "pay", key = "#a0", caller = "'x'")
        public String pay(String key, long amount) {
            return key + amount;
        }

        String throughSelf() {
            return self.pay("a", 1) + this.self.pay("b", 2);
        }

        String throughProvider() {
            return provider.getObject().pay("a", 1);
        }

        String throughVariable(CallsOthers given) {
            return given.pay(String.valueOf(this), hashCode());
        }

        String onAnother() {
            return other.pay("a", 1);
        }

        UnaryOperator<String> bound() {
            return key -> self.pay(key, 1);
        }

        static String fromStatic(CallsOthers given) {
            return given.pay("a", 1);
        }
    }

    static class Subclass extends CallsOthers {
        Subclass(CallsOthers self, ObjectProvider<CallsOthers> provider) {
            super(self, provider);
        }

        String twice() {
            return super.pay("a", 1) + throughSelf();
        }
    }

    interface Handler<C, R> {
        R handle(C command);
    }

    static class Bridged implements Handler<String, Long> {
        @Override
        @Idempotent(operation = "handle", key = "#a0", caller = "'x'")
        public Long handle(String command) {
            return 1L;
        }
    }

    static class Overriding extends CallsOthers {
        Overriding(CallsOthers self, ObjectProvider<CallsOthers> provider) {
            super(self, provider);
        }

        @Override
        public String pay(String key, long amount) {
            return super.pay(key, amount + 1);
        }
    }
}
