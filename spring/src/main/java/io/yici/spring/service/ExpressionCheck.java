package io.yici.spring.service;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * Reads the expressions of one declaration and finds at start what would fail at the first call: syntax, unknown
 * parameters, beans that are not there, and properties that the declared types do not have. Used by one thread.
 */
final class ExpressionCheck {
    private static final Pattern BY_POSITION = Pattern.compile("[ap](\\d{1,3})");

    private final SpelExpressionParser parser = new SpelExpressionParser();
    private final Declaration declaration;
    private final BeanFactory beanFactory;
    private final String @Nullable [] parameterNames;
    private final List<String> problems;

    private String attribute = "";
    private Map<String, ResolvableType> variables = Map.of();

    ExpressionCheck(
            Declaration declaration,
            BeanFactory beanFactory,
            String @Nullable [] parameterNames,
            List<String> problems) {
        this.declaration = declaration;
        this.beanFactory = beanFactory;
        this.parameterNames = parameterNames;
        this.problems = problems;
    }

    /**
     * Reads an expression and adds what is wrong with it to the problems.
     *
     * @param attribute of the annotation, for messages
     * @param extra variables beside the parameters
     * @return null when the text is empty or cannot be read
     */
    @Nullable Expression read(String attribute, String text, Map<String, ResolvableType> extra) {
        if (text.isBlank()) {
            return null;
        }
        this.attribute = attribute;
        this.variables = withParameters(extra);
        try {
            SpelExpression expression = parser.parseRaw(text);
            inspect(expression.getAST(), declaration.beanClass());
            return expression;
        } catch (ParseException unreadable) {
            problem(
                    "cannot be read: " + unreadable.getSimpleMessage(),
                    "Correct the SpEL expression \"" + text + "\".");
            return null;
        }
    }

    private Map<String, ResolvableType> withParameters(Map<String, ResolvableType> extra) {
        Map<String, ResolvableType> all = new LinkedHashMap<>();
        for (int i = 0; parameterNames != null && i < parameterNames.length; i++) {
            all.put(parameterNames[i], parameterType(i));
        }
        all.putAll(extra);
        return all;
    }

    private ResolvableType parameterType(int index) {
        return ResolvableType.forMethodParameter(declaration.method(), index, declaration.beanClass());
    }

    /** Looks at a node that is evaluated against {@code root}; null when what it is evaluated against is not known. */
    private void inspect(SpelNode node, @Nullable Class<?> root) {
        if (node instanceof CompoundExpression) {
            follow(node, root);
        } else {
            ResolvableType rootType = root == null ? null : ResolvableType.forClass(root);
            step(node, rootType, root, true);
        }
    }

    /** Follows a path from left to right, for as long as the types are known. */
    private void follow(SpelNode path, @Nullable Class<?> root) {
        ResolvableType type = root == null ? null : ResolvableType.forClass(root);
        for (int i = 0; i < path.getChildCount(); i++) {
            type = step(path.getChild(i), type, root, i == 0);
        }
    }

    /** Checks one step on a value of {@code on} and returns the type it leads to, or null when that is not known. */
    private @Nullable ResolvableType step(
            SpelNode node, @Nullable ResolvableType on, @Nullable Class<?> root, boolean first) {
        if (node instanceof VariableReference) {
            return variable(node.toStringAST().substring(1));
        }
        if (node instanceof PropertyOrFieldReference property) {
            return property(property.getName(), on, first);
        }
        if (node instanceof FunctionReference) {
            problem(
                    "calls the function " + node.toStringAST() + ", and there are none",
                    "Call a bean: @name.method(…).");
            return null;
        }
        if (node instanceof BeanReference) {
            bean(node.toStringAST().substring(1));
            return null;
        }
        boolean elements = node instanceof Selection || node instanceof Projection;
        for (int i = 0; i < node.getChildCount(); i++) {
            inspect(node.getChild(i), elements ? null : root);
        }
        return node instanceof MethodReference method ? method(method, on) : null;
    }

    private @Nullable ResolvableType variable(String name) {
        if (name.equals("root") || name.equals("this")) {
            return null;
        }
        ResolvableType known = variables.get(name);
        if (known != null) {
            return known;
        }
        Matcher position = BY_POSITION.matcher(name);
        if (position.matches()
                && Integer.parseInt(position.group(1)) < declaration.method().getParameterCount()) {
            return parameterType(Integer.parseInt(position.group(1)));
        }
        if (parameterNames == null && declaration.method().getParameterCount() > 0) {
            problem(
                    "names the parameter #" + name + ", but the class was compiled without parameter names",
                    "Compile with -parameters (Maven: <parameters>true</parameters> for maven-compiler-plugin; Gradle:"
                            + " options.compilerArgs << \"-parameters\"), or write #a0 for the first parameter.");
        } else {
            problem("names #" + name + ", which it cannot see", "It sees " + seen() + ".");
        }
        return null;
    }

    private String seen() {
        return variables.isEmpty() ? "no parameters" : "#" + String.join(", #", variables.keySet());
    }

    private void bean(String name) {
        String bare = name.startsWith("'") ? name.substring(1, name.length() - 1) : name;
        if (!beanFactory.containsBean(bare)) {
            problem("names the bean @" + bare + ", which does not exist", "Correct the name, or declare the bean.");
        }
    }

    private @Nullable ResolvableType property(String name, @Nullable ResolvableType on, boolean first) {
        Class<?> owner = on == null ? null : on.resolve();
        if (owner == null || owner == Object.class || Map.class.isAssignableFrom(owner)) {
            return null;
        }
        if (owner.isArray()) {
            return null;
        }
        for (Method method : owner.getMethods()) {
            if (method.getParameterCount() == 0 && isGetter(method.getName(), name)) {
                return resultOf(method, owner);
            }
        }
        for (Field field : owner.getFields()) {
            if (field.getName().equals(name)) {
                return ResolvableType.forField(field, owner);
            }
        }
        if (isExact(owner)) {
            missing("property '" + name + "'", owner, first ? " Did you mean #" + name + "?" : "");
        }
        return null;
    }

    private @Nullable ResolvableType method(MethodReference reference, @Nullable ResolvableType on) {
        Class<?> owner = on == null ? null : on.resolve();
        if (owner == null || owner == Object.class) {
            return null;
        }
        int arguments = reference.getChildCount();
        List<Method> named = Arrays.stream(owner.getMethods())
                .filter(method -> method.getName().equals(reference.getName()))
                .filter(method -> method.getParameterCount() == arguments || method.isVarArgs())
                .toList();
        if (named.isEmpty() && isExact(owner)) {
            missing("public method " + reference.getName() + " with " + arguments + " arguments", owner, "");
        }
        return named.size() == 1 ? resultOf(named.get(0), owner) : null;
    }

    private static ResolvableType resultOf(Method method, Class<?> owner) {
        return ResolvableType.forMethodReturnType(method, owner);
    }

    private static boolean isGetter(String method, String property) {
        String capital = Character.toUpperCase(property.charAt(0)) + property.substring(1);
        return method.equals("get" + capital) || method.equals("is" + capital) || method.equals(property);
    }

    /** Whether values of a declared type have no more members than it shows, as far as can be known. */
    private static boolean isExact(Class<?> declared) {
        return !declared.isInterface() && !Modifier.isAbstract(declared.getModifiers());
    }

    private void missing(String member, Class<?> owner, String hint) {
        problem(
                "needs the " + member + " of " + owner.getSimpleName() + ", which has none",
                "Correct the name." + hint);
    }

    private void problem(String fault, String remedy) {
        String sentence = declaration.title() + ": the expression '" + attribute + "' " + fault + ". " + remedy;
        if (!problems.contains(sentence)) {
            problems.add(sentence);
        }
    }
}
