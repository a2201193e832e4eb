package io.yici.http.client;

import java.io.IOException;
import java.util.Locale;

/**
 * What an answer means for the call: it ends it, asks for another attempt, or says that nobody knows.
 *
 * <p>A 409 asks for another attempt when its problem body says {@code "retryable": true} or {@code in-progress}, or,
 * for want of such words, when it has a {@code Retry-After}; a bare 409 is a business conflict and final.
 */
enum Verdict {
    FINAL,
    LATER,
    UNKNOWN;

    static Verdict of(Answer<?> answer) throws IOException, InterruptedException {
        return switch (answer.status()) {
            // 408 and 425 by RFC 9110 section 15.5.9 and RFC 8470 section 5.2: the client may repeat.
            case 408, 425, 429, 502, 503, 504 -> LATER;
            case 409 -> ofConflict(answer);
            default -> FINAL;
        };
    }

    private static Verdict ofConflict(Answer<?> answer) throws IOException, InterruptedException {
        Problem problem = saysJson(answer) ? Problem.read(answer.content()) : Problem.SILENT;
        if ("outcome-unknown".equals(problem.code())) {
            return UNKNOWN;
        }
        if (problem.retryable() != null) {
            return problem.retryable() ? LATER : FINAL;
        }
        if (problem.code() != null) {
            return problem.code().equals("in-progress") ? LATER : FINAL;
        }
        return answer.header("Retry-After").isPresent() ? LATER : FINAL;
    }

    private static boolean saysJson(Answer<?> answer) {
        String type = answer.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        return type.startsWith("application/problem+json") || type.startsWith("application/json");
    }

    /** Whether a server that answers this has surely not begun the work: rate limits and early data come first. */
    static boolean refusesBeforeRunning(int status) {
        return status == 425 || status == 429;
    }

    /**
     * Whether this answer is about the operation, and so settles what became of an earlier attempt whose answer was
     * lost. Servers never record these statuses; they come from what stands before the work, or from its failure.
     */
    static boolean settlesEarlierAttempts(int status) {
        return status != 401 && status != 403 && status != 407 && status != 413 && status < 500;
    }
}
