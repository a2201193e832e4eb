package io.yici.spring.http;

import io.yici.spring.CallerResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Takes whoever {@code X-User} names for the caller. */
final class HeaderCaller implements CallerResolver {
    @Override
    public @Nullable String caller() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes request
                ? request.getRequest().getHeader("X-User")
                : null;
    }
}
