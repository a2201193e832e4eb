package io.yici.spring.http;

import org.jspecify.annotations.Nullable;

/** What becomes of a request once the application has answered it. */
enum Fate {
    /** Committed and recorded. */
    RECORDED,
    /** Rolled back, and the answer recorded. */
    UNDONE,
    /** Committed, nothing recorded. */
    COMMITTED,
    /** Rolled back, nothing recorded. */
    ROLLED_BACK;

    /** Judges by what was thrown and answered; see http.md of the documentation. */
    static Fate of(Exchange exchange, HeldResponse response) {
        RouteRules rules = exchange.route().rules();
        Throwable thrown = exchange.thrown();
        if (thrown != null) {
            return rules.isFinal(thrown) ? UNDONE : rules.commits(thrown) ? COMMITTED : ROLLED_BACK;
        }
        if (!exchange.hasReachedHandler() || (isFailure(response) && !rules.sendErrorAnswers())) {
            return ROLLED_BACK;
        }
        return ofStatus(rules, response.status());
    }

    /** A handler with {@code @ResponseStatus(code = CREATED, reason = …)} calls {@code sendError} for its success. */
    private static boolean isFailure(HeldResponse response) {
        return response.error() != null && response.status() >= 400;
    }

    private static Fate ofStatus(RouteRules rules, int status) {
        return switch (rules.statuses().of(status)) {
            case RECORDED -> RECORDED;
            case COMMITTED_UNRECORDED -> COMMITTED;
            case ROLLED_BACK -> ROLLED_BACK;
        };
    }

    /**
     * Thrown by the work to roll everything back although the application has answered; the answer is sent as it is.
     */
    static final class RolledBack extends Exception {
        private static final long serialVersionUID = 1L;

        /** @param why what the handler threw, or null when it answered so */
        RolledBack(@Nullable Throwable why) {
            super("the handler's answer is one that is not recorded", why, false, false);
        }
    }
}
