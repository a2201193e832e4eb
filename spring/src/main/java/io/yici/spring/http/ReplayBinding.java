package io.yici.spring.http;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.support.WebBindingInitializer;

/**
 * Sets up the binding of arguments as the application does, and validates nothing for a replay: it asks for rules, not
 * for validity, since the request was valid when it was executed, and time goes on.
 */
final class ReplayBinding implements WebBindingInitializer {
    private final @Nullable WebBindingInitializer application;

    /** @param application what was set up before, or null */
    ReplayBinding(@Nullable WebBindingInitializer application) {
        this.application = application;
    }

    @Override
    public void initBinder(WebDataBinder binder) {
        if (application != null) {
            application.initBinder(binder);
        }
        if (Exchange.isReplayUnderway()) {
            binder.setExcludedValidators(validator -> true);
        }
    }
}
