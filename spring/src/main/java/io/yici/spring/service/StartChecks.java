package io.yici.spring.service;

import io.yici.SetupException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Looks at every annotated method before the application takes its first call, and refuses to start with the list of
 * all that cannot work.
 */
public final class StartChecks implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(StartChecks.class);

    /** What is done about calls of a guarded method on {@code this}, which no proxy sees. */
    public enum SelfInvocation {
        /** The application does not start. */
        REFUSE,
        /** A warning is logged. */
        WARN
    }

    private final ConfigurableListableBeanFactory beanFactory;
    private final GuardedMethods methods;
    private final SelfInvocation selfInvocation;
    private final Set<String> configured;
    private final List<OtherDoor> otherDoors;

    /**
     * Checks the beans of a factory.
     *
     * @param configured operations that have settings and must therefore be declared by some method
     * @param otherDoors what else guards, handlers of controllers for instance
     */
    public StartChecks(
            ConfigurableListableBeanFactory beanFactory,
            GuardedMethods methods,
            SelfInvocation selfInvocation,
            Set<String> configured,
            List<OtherDoor> otherDoors) {
        this.beanFactory = beanFactory;
        this.methods = methods;
        this.selfInvocation = selfInvocation;
        this.configured = Set.copyOf(configured);
        this.otherDoors = List.copyOf(otherDoors);
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> problems = new ArrayList<>();
        Set<Declaration> declarations = new LinkedHashSet<>();
        Set<Class<?>> scanned = new HashSet<>();
        for (String name : beanFactory.getBeanDefinitionNames()) {
            Class<?> type = AutoProxyUtils.determineTargetClass(beanFactory, name);
            refuseHandlers(type, problems);
            List<Declaration> ofBean = type == null ? List.of() : Declaration.in(type);
            if (!ofBean.isEmpty() && !isScopedProxy(name)) {
                checkBean(name, ofBean, problems);
                declarations.addAll(ofBean);
                if (scanned.add(ofBean.get(0).beanClass())) {
                    checkSelfCalls(ofBean, problems);
                }
            }
        }
        checkNames(declarations, problems);
        if (!problems.isEmpty()) {
            throw new SetupException(problems.stream().distinct().toList(), null);
        }
    }

    private void refuseHandlers(@Nullable Class<?> type, List<String> problems) {
        if (type != null && otherDoors.isEmpty()) {
            Handlers.in(type)
                    .forEach(
                            title -> problems.add(
                                    title + " is @Idempotent on a handler, which needs the HTTP"
                                            + " door: a servlet application with Spring MVC, and yici.http.enabled. Guard a service instead."));
        }
    }

    /** A scoped proxy stands for a bean that has a definition, and a guard, of its own. */
    private boolean isScopedProxy(String name) {
        return beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name));
    }

    private void checkBean(String name, List<Declaration> declarations, List<String> problems) {
        Object bean = beanFactory.containsSingleton(name) ? beanFactory.getSingleton(name) : null;
        for (Declaration declaration : declarations) {
            int before = problems.size();
            methods.check(declaration, proxy(bean), AdvisorChain.isGuarded(bean), problems);
            if (bean == null || problems.size() > before) {
                continue;
            }
            if (AdvisorChain.isGuarded(bean)) {
                checkReach(declaration, bean, problems);
            } else {
                problems.add(
                        declaration.title() + " is @Idempotent, but the bean '" + name + "' has no proxy, so nothing"
                                + " guards it. It was made too early (a BeanPostProcessor or an aspect needs it), or it is not a"
                                + " plain bean. Move the method to a bean of its own, or call Yici from it.");
            }
        }
    }

    /** Whether calls of the method can come in through the proxy that the bean has. */
    private static void checkReach(Declaration declaration, Object bean, List<String> problems) {
        Method method = declaration.method();
        if (AopUtils.isJdkDynamicProxy(bean)
                && ClassUtils.getAllInterfacesAsSet(bean).stream()
                        .noneMatch(each -> ClassUtils.hasMethod(each, method.getName(), method.getParameterTypes()))) {
            problems.add(declaration.title() + " is @Idempotent, but its bean's proxy has only the methods of its"
                    + " interfaces, and this is none of them. Add it to an interface, or set"
                    + " spring.aop.proxy-target-class=true.");
        }
        int access = method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE);
        if (access == 0
                && bean.getClass().getClassLoader() != declaration.beanClass().getClassLoader()) {
            problems.add(
                    declaration.title() + " is @Idempotent but package-private, and its bean's proxy lives in another"
                            + " class loader, so it cannot stand before it. Make it public.");
        }
    }

    private static @Nullable Advised proxy(@Nullable Object bean) {
        return bean instanceof Advised advised ? advised : null;
    }

    private void checkSelfCalls(List<Declaration> declarations, List<String> problems) {
        for (SelfCalls.Found found : SelfCalls.in(declarations)) {
            String sentence =
                    found.caller() + " calls " + found.declaration().title() + " on itself (this), which no proxy"
                            + " sees: that call would not be guarded. Inject the bean into itself and call it through that, move"
                            + " the method to another bean, or call Yici; yici.self-invocation=warn accepts it.";
            if (selfInvocation == SelfInvocation.REFUSE) {
                problems.add(sentence);
            } else {
                LOG.warn(sentence);
            }
        }
    }

    private void checkNames(Set<Declaration> declarations, List<String> problems) {
        Map<String, Declaration> byOperation = new HashMap<>();
        for (Declaration declaration : declarations) {
            Declaration first = byOperation.putIfAbsent(declaration.operation(), declaration);
            if (first != null
                    && !first.method().equals(declaration.method())
                    && !type(first).equals(type(declaration))) {
                problems.add(first.title() + " and " + declaration.title() + " are both the operation '"
                        + declaration.operation() + "' but return different types, so one could not read the answer of"
                        + " the other. Give them different names, or one type.");
            }
        }
        Map<String, String> others = new TreeMap<>();
        otherDoors.forEach(door -> others.putAll(door.operations()));
        others.forEach((operation, title) -> {
            Declaration same = byOperation.get(operation);
            if (same != null) {
                problems.add(title + " and " + same.title() + " are both the operation '" + operation
                        + "', so that the one could not call the other, nor read its answers. Give them different"
                        + " names.");
            }
        });
        Set<String> declared = new TreeSet<>(byOperation.keySet());
        declared.addAll(others.keySet());
        Set<String> undeclared = new TreeSet<>(configured);
        undeclared.removeAll(declared);
        for (String name : undeclared) {
            problems.add("yici.operations." + name + " has settings, but no @Idempotent method has that operation name."
                    + " Declared are: "
                    + (declared.isEmpty() ? "none" : String.join(", ", declared))
                    + ". Correct the name, or, where it is used through Yici itself, set yici.operations." + name
                    + ".programmatic=true.");
        }
    }

    private static Type type(Declaration declaration) {
        return AnswerType.of(declaration.method(), declaration.beanClass());
    }
}
