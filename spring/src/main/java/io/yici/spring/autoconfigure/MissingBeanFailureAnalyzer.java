package io.yici.spring.autoconfigure;

import io.yici.outbox.Outbox;
import io.yici.spring.Inboxes;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Says why a part of Yici that the application wants is not there, where a setting or a missing bean is the reason. */
final class MissingBeanFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
        implements Ordered {
    private static final String OURS = "io.yici.";

    private final Environment environment;

    MissingBeanFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    /** Before Spring Boot's own, which only says what is missing. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> wanted = cause.getResolvableType() == null
                ? null
                : cause.getResolvableType().resolve();
        // Of several that fit, another message is the right one.
        if (wanted == null || !wanted.getName().startsWith(OURS) || cause.getNumberOfBeansFound() > 0) {
            return null;
        }
        if (isOff("yici.enabled")) {
            return analysis(
                    wanted,
                    "of yici.enabled=false: it leaves only a Yici bean that runs everything, without tables, messages"
                            + " and leases.",
                    "Leave yici.enabled at true, also in tests: H2 in memory is enough for it. Or have the bean injected"
                            + " where there is one only (ObjectProvider), or declare one of your own for tests.",
                    cause);
        }
        if (wanted == Outbox.class && isOff("yici.outbox.enabled")) {
            return analysis(
                    wanted,
                    "of yici.outbox.enabled=false.",
                    "Leave it at true, and set yici.outbox.relay=false where this node is not to send.",
                    cause);
        }
        if (wanted == Inboxes.class) {
            return analysis(
                    wanted,
                    "no Subscription is a bean.",
                    "Declare a bean of type Subscription for each kind of message that is to be handled.",
                    cause);
        }
        return null;
    }

    private boolean isOff(String property) {
        return "false".equalsIgnoreCase(environment.getProperty(property));
    }

    private static FailureAnalysis analysis(Class<?> wanted, String why, String action, Throwable cause) {
        return new FailureAnalysis(
                "The application wants a bean of type " + wanted.getName() + ", which is not there because " + why,
                action,
                cause);
    }
}
