package io.yici.spring.http;

import jakarta.servlet.ServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * What is seen of a guarded request while it goes through the application: whether it came to the handler, what was
 * thrown, and, where it is a replay, whether it would have been let through. Kept as an attribute of the request; used
 * by the thread that works on it.
 */
final class Exchange {
    private static final String ATTRIBUTE = Exchange.class.getName();

    private final Route route;
    private @Nullable HeldResponse response;
    private boolean replaying;
    private boolean reached;
    private boolean letThrough;
    private boolean entered;
    private @Nullable Throwable thrown;

    Exchange(Route route) {
        this.route = route;
    }

    /** The exchange of a request, or null when nothing guards it. */
    static @Nullable Exchange of(ServletRequest request) {
        return (Exchange) request.getAttribute(ATTRIBUTE);
    }

    /** The exchange that the calling thread works on, or null when nothing guards what it does. */
    static @Nullable Exchange current() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                ? of(attributes.getRequest())
                : null;
    }

    /** Whether the calling thread only finds out if a replay would be let through. */
    static boolean isReplayUnderway() {
        Exchange exchange = current();
        return exchange != null && exchange.isReplaying();
    }

    /** Lets those on the way find it. */
    void bindTo(ServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    static void unbindFrom(ServletRequest request) {
        request.removeAttribute(ATTRIBUTE);
    }

    Route route() {
        return route;
    }

    /** Answers into this response from here on. */
    void answersInto(HeldResponse held) {
        response = held;
    }

    /** From here on nothing is done: only whether the request would be let through is found out. */
    void startReplaying() {
        replaying = true;
        letThrough = reached;
    }

    boolean isReplaying() {
        return replaying;
    }

    /** Every interceptor has let the request pass; the handler comes next. */
    void reachedHandler() {
        reached = true;
        if (response != null) {
            response.mark();
        }
    }

    boolean hasReachedHandler() {
        return reached;
    }

    /** The rules in front of the handler's body have let the request pass. */
    void letThrough() {
        letThrough = true;
    }

    boolean isLetThrough() {
        return letThrough;
    }

    /** The handler's body is entered now, or was: what comes of it from here on may have had an effect. */
    void enteredBody() {
        entered = true;
    }

    boolean hasEnteredBody() {
        return entered;
    }

    /** Something was thrown, and may be rendered yet; what was written before does not count. */
    void thrown(Throwable what) {
        thrown = what;
        if (response != null) {
            response.rewind();
        }
    }

    /** Something was thrown and has been rendered: the answer is that of its rendering. */
    void rendered(Throwable what) {
        thrown = what;
    }

    @Nullable Throwable thrown() {
        return thrown;
    }
}
