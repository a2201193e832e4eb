package io.yici.spring.http;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Sends what the persistence layer holds back before an answer is rendered, as the commit of a service without a guard
 * would have: generated values are in the answer then, and a violated constraint comes to the exception handlers.
 */
final class FlushBeforeRendering implements HandlerMethodReturnValueHandler {
    private final HandlerMethodReturnValueHandler renderer;

    FlushBeforeRendering(HandlerMethodReturnValueHandler renderer) {
        this.renderer = renderer;
    }

    @Override
    public boolean supportsReturnType(MethodParameter returnType) {
        return renderer.supportsReturnType(returnType);
    }

    @Override
    public void handleReturnValue(
            @Nullable Object value, MethodParameter type, ModelAndViewContainer container, NativeWebRequest request)
            throws Exception {
        HttpServletRequest servletRequest = request.getNativeRequest(HttpServletRequest.class);
        if (servletRequest != null
                && Exchange.of(servletRequest) != null
                && TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.getSynchronizations().forEach(TransactionSynchronization::flush);
        }
        renderer.handleReturnValue(value, type, container, request);
    }
}
