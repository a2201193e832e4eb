package io.yici.spring.service;

import io.yici.InvalidOperationException;
import io.yici.MisuseException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelMessage;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** Evaluates the expressions of declarations on the arguments of a call. Thread-safe. */
final class Expressions {
    /** What SpEL says when the way to a value leads over a null. */
    private static final Set<SpelMessage> OVER_NULL = Set.of(
            SpelMessage.PROPERTY_OR_FIELD_NOT_READABLE_ON_NULL,
            SpelMessage.METHOD_CALL_ON_NULL_OBJECT_NOT_ALLOWED,
            SpelMessage.CANNOT_INDEX_INTO_NULL_VALUE,
            SpelMessage.PROJECTION_NOT_SUPPORTED_ON_TYPE,
            SpelMessage.INVALID_TYPE_FOR_SELECTION);

    private final ParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();
    private final StandardEvaluationContext shared = new StandardEvaluationContext();

    Expressions(BeanFactory beanFactory) {
        shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
    }

    /** The names of a method's parameters, or null when it was compiled without them. */
    String @Nullable [] parameterNames(Declaration declaration) {
        return names.getParameterNames(declaration.method());
    }

    /** What expressions see in one call. */
    EvaluationContext context(Declaration declaration, @Nullable Object target, @Nullable Object[] arguments) {
        // The root object may only be missing for a static method, which is refused at start.
        Object root = target == null ? declaration : target;
        MethodBasedEvaluationContext context =
                new MethodBasedEvaluationContext(root, declaration.method(), arguments, names);
        shared.applyDelegatesTo(context);
        return context;
    }

    /**
     * The value of an expression that belongs to an identity.
     *
     * @throws InvalidOperationException when the way to it leads over a null, as for a request that lacks a part
     */
    static @Nullable Object identity(Expression expression, EvaluationContext context, String operation, String part) {
        try {
            return expression.getValue(context);
        } catch (SpelEvaluationException failed) {
            if (OVER_NULL.contains(failed.getMessageCode())) {
                throw new InvalidOperationException("the " + part + " of operation '" + operation + "' is missing ("
                        + expression.getExpressionString()
                        + " leads over a null); nothing was executed and nothing was stored");
            }
            throw wrong(expression, operation, part, failed);
        }
    }

    /** The value of any other expression. */
    static @Nullable Object value(Expression expression, EvaluationContext context, String operation, String part) {
        try {
            return expression.getValue(context);
        } catch (SpelEvaluationException failed) {
            throw wrong(expression, operation, part, failed);
        }
    }

    private static MisuseException wrong(
            Expression expression, String operation, String part, SpelEvaluationException failed) {
        return new MisuseException(
                null,
                "The " + part + " expression of operation '" + operation + "', " + expression.getExpressionString()
                        + ", cannot be evaluated: " + failed.getMessageCode() + ".",
                failed);
    }
}
