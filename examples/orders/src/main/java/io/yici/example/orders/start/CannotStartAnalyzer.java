package io.yici.example.orders.start;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Turns {@link CannotStartException} into a report instead of a stack trace. */
final class CannotStartAnalyzer extends AbstractFailureAnalyzer<CannotStartException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CannotStartException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
