package io.yici.spring.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** First of the exception resolvers: notes what was thrown and leaves it to the others to render it. */
final class ThrownWatch implements HandlerExceptionResolver, Ordered {
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        Exchange exchange = Exchange.of(request);
        if (exchange == null) {
            return null;
        }
        if (exchange.isReplaying() && exchange.isLetThrough()) {
            return new ModelAndView(); // it stopped in front of the handler's body, as it should
        }
        exchange.thrown(thrown);
        return null;
    }
}
