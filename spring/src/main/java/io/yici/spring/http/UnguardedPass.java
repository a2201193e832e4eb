package io.yici.spring.http;

import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationListener;
import jakarta.servlet.ServletRequest;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a request to a guarded handler go there unguarded, because its route lets keyless ones pass, and has that
 * counted. Thread-safe.
 */
final class UnguardedPass {
    private static final Logger LOG = LoggerFactory.getLogger(UnguardedPass.class);
    private static final String ATTRIBUTE = UnguardedPass.class.getName();

    private final List<OperationListener> listeners;

    UnguardedPass(List<OperationListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void allow(ServletRequest request, Route route) {
        request.setAttribute(ATTRIBUTE, route);
        OperationEvent event = new OperationEvent(Kind.UNGUARDED, route.name(), "", Duration.ZERO, null);
        for (OperationListener listener : listeners) {
            try {
                listener.on(event);
            } catch (RuntimeException failed) {
                LOG.warn("An operation listener failed on {}; the request is unharmed.", event.kind(), failed);
            }
        }
    }

    static boolean isAllowed(ServletRequest request, Route route) {
        return route.equals(request.getAttribute(ATTRIBUTE));
    }
}
