package io.yici.spring.http;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.handler.AbstractHandlerMapping;

/** What of the way a handler is mapped would keep it from being guarded. */
final class MappingCheck {
    private MappingCheck() {}

    /**
     * The faults, each the rest of a sentence about the handler.
     *
     * @param first how the method was met first
     * @param again how it is mapped here, by the same bean as a rule
     */
    static List<String> faults(AbstractHandlerMapping mapping, HandlerMethod first, HandlerMethod again) {
        List<String> faults = new ArrayList<>();
        if (Stream.of(interceptors(mapping)).noneMatch(HandlerWatch.class::isInstance)) {
            faults.add("is mapped by " + mapping.getClass().getName() + ", which has not the interceptors that"
                    + " WebMvcConfigurer beans add: it could not be seen whether a request comes to the handler. Give it"
                    + " those interceptors (InterceptorRegistry), extend"
                    + " DelegatingWebMvcConfiguration instead of WebMvcConfigurationSupport, or map it elsewhere.");
        }
        if (!first.getBean().equals(again.getBean())) {
            faults.add("is mapped for two beans of its class, so one could be answered with the response of the other."
                    + " Override it in a subclass for each, with an operation of its own.");
        }
        return faults;
    }

    /** They are for subclasses only to see. */
    private static HandlerInterceptor[] interceptors(AbstractHandlerMapping mapping) {
        Method getter = Objects.requireNonNull(
                ReflectionUtils.findMethod(AbstractHandlerMapping.class, "getAdaptedInterceptors"));
        ReflectionUtils.makeAccessible(getter);
        @Nullable Object found = ReflectionUtils.invokeMethod(getter, mapping);
        return found == null ? new HandlerInterceptor[0] : (HandlerInterceptor[]) found;
    }
}
