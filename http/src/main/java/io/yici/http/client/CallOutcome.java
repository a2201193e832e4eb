package io.yici.http.client;

import java.util.List;

/**
 * The answer that ended a call, and how it was got.
 *
 * @param call the call that was sent
 * @param response what the server answered: a success, or a refusal that no retry would change
 * @param attempts every attempt of this send in order; the last one brought the response
 * @param <R> the response type of the HTTP client
 */
public record CallOutcome<R>(Call call, R response, List<Attempt> attempts) {
    /** Copies the attempts. */
    public CallOutcome {
        attempts = List.copyOf(attempts);
    }

    /** Whether the answer had been given before: {@code Idempotent-Replayed} stood on it. */
    public boolean replayed() {
        return attempts.get(attempts.size() - 1).end() == Attempt.End.REPLAYED;
    }
}
