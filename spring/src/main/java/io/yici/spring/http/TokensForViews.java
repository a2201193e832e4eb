package io.yici.spring.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/** Puts the issuer of tokens where views find it, whatever renders them. */
final class TokensForViews implements HandlerInterceptor {
    private final Supplier<TokenIssuer> made;
    private volatile @Nullable TokenIssuer issuer;

    /** @param made had at the first request: an interceptor is made before everything that an issuer needs */
    TokensForViews(Supplier<TokenIssuer> made) {
        this.made = made;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        TokenIssuer known = issuer;
        if (known == null) {
            known = made.get();
            issuer = known;
        }
        request.setAttribute(TokenIssuer.ATTRIBUTE, known);
        return true;
    }
}
