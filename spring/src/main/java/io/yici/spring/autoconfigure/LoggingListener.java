package io.yici.spring.autoconfigure;

import io.yici.OperationEvent;
import io.yici.OperationListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs what happens to operations, under {@code io.yici.operations}: the usual at DEBUG, refusals of duplicates at
 * INFO, what somebody should look into at WARN. Nothing that a client can cause at will is an error. Never a key or
 * content.
 */
final class LoggingListener implements OperationListener {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.operations");

    @Override
    public void on(OperationEvent event) {
        Level level = level(event.kind());
        if (LOG.isEnabledForLevel(level)) {
            Throwable shown = level == Level.WARN || LOG.isDebugEnabled() ? event.cause() : null;
            LOG.atLevel(level)
                    .setCause(shown)
                    .log(
                            "{} {}[{}] after {} ms",
                            event.kind(),
                            event.operation(),
                            event.shortHash(),
                            event.elapsed().toMillis());
        }
    }

    private static Level level(OperationEvent.Kind kind) {
        return switch (kind) {
            // The engine itself warns of a guard that is gone, once a minute and not for every call.
            case EXECUTED,
                    SETTLED,
                    UNGUARDED,
                    UNRECORDED,
                    REPLAYED,
                    REJECTED,
                    FAILED,
                    RETRIED,
                    OUTDATED,
                    GUARD_UNAVAILABLE -> Level.DEBUG;
            case IN_PROGRESS,
                    MISMATCH,
                    EXPIRED,
                    STALE_KEY,
                    TOKEN_REFUSED,
                    TOKEN_EXPIRED,
                    NOT_KEPT,
                    WOULD_REPLAY,
                    WOULD_REFUSE,
                    FORGOTTEN -> Level.INFO;
            case UNKNOWN, UNREADABLE, STORE_ERROR, LOST, OBSERVE_FAILED, OPERATORS, PARKED -> Level.WARN;
        };
    }
}
