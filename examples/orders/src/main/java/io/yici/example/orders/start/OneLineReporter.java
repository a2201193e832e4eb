package io.yici.example.orders.start;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;
import org.springframework.boot.web.server.PortInUseException;

/** Says in one line on the error stream why the service did not start. */
final class OneLineReporter implements FailureAnalysisReporter {
    @Override
    public void report(FailureAnalysis analysis) {
        System.err.println("Yici order service did not start: " + line(analysis));
    }

    private static String line(FailureAnalysis analysis) {
        if (analysis.getCause() instanceof PortInUseException taken) {
            return "port " + taken.getPort() + " is taken; choose another with --port.";
        }
        String action = analysis.getAction() == null ? "" : " " + analysis.getAction();
        return (analysis.getDescription() + action).replaceAll("\\s+", " ").trim();
    }
}
