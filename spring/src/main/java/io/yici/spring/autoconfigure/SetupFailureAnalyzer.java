package io.yici.spring.autoconfigure;

import io.yici.SetupException;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows every problem that keeps Yici from starting, each with its remedy, instead of a stack trace. */
final class SetupFailureAnalyzer extends AbstractFailureAnalyzer<SetupException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SetupException cause) {
        String list = cause.problems().stream()
                .map(problem -> "  - " + problem)
                .collect(Collectors.joining(System.lineSeparator()));
        return new FailureAnalysis(
                "Yici cannot keep its promise of one effect per key here:" + System.lineSeparator() + list,
                "Correct each of these, as it says, and start again. yici.enabled=false switches the guard off, for tests"
                        + " of the business alone.",
                cause);
    }
}
