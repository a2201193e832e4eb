package io.yici.internal;

import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationListener;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners what happened. A listener that fails is logged and harms nothing. */
final class Events {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.events");

    private final List<OperationListener> listeners;

    Events(List<OperationListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void tell(Kind kind, Call<?, ?> call, @Nullable Throwable cause) {
        if (!listeners.isEmpty()) {
            tell(new OperationEvent(
                    kind, call.operation().name(), call.operation().id().shortHash(), call.elapsed(), cause));
        }
    }

    void tell(OperationEvent event) {
        for (OperationListener listener : listeners) {
            try {
                listener.on(event);
            } catch (RuntimeException | Error failed) {
                LOG.warn("An operation listener failed on {}; the operation is unharmed.", event.kind(), failed);
            }
        }
    }
}
