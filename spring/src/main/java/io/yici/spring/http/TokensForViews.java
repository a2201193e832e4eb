package io.yici.spring.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/** Puts the issuer of tokens where views find it, whatever renders them. */
final class TokensForViews implements HandlerInterceptor {
    private final Supplier<@Nullable TokenIssuer> issuer;

    TokensForViews(Supplier<@Nullable TokenIssuer> issuer) {
        this.issuer = issuer;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        request.setAttribute(TokenIssuer.ATTRIBUTE, issuer.get());
        return true;
    }
}
