package io.yici.http.client;

import io.yici.http.client.Attempt.End;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One send of a call: attempts under one key until an answer ends it or the budget is used up. One thread, one use. */
final class Sending<R> {
    private static final Logger LOG = LoggerFactory.getLogger(IdempotentCalls.class);

    private final Settings settings;
    private final Call call;
    private final Exchange<R> exchange;
    private final List<Attempt> attempts = new ArrayList<>();
    private final long deadline;

    Sending(Settings settings, Call call, Duration budget, Exchange<R> exchange) {
        this.settings = settings;
        this.call = call;
        this.exchange = exchange;
        this.deadline = settings.pace().nanoTime() + budget.toNanos();
    }

    CallOutcome<R> untilAnswered() {
        while (true) {
            try {
                refuseWhenInterrupted();
                Answer<R> answer = exchange.send(call.headerValue(), left());
                CallOutcome<R> outcome = heard(answer);
                if (outcome != null) {
                    return outcome;
                }
            } catch (IOException broken) {
                note(SilentRetries.foundNoConnection(broken) ? End.NOT_SENT : End.LOST, broken);
                pauseOrEnd(broken);
            } catch (InterruptedException interrupted) {
                note(End.LOST, interrupted);
                throw ended(interrupted);
            }
        }
    }

    /** The outcome when the answer ends the call; null when it was put off and the wait is over. */
    private @Nullable CallOutcome<R> heard(Answer<R> answer) throws IOException, InterruptedException {
        int status = answer.status();
        return switch (Verdict.of(answer)) {
            case FINAL -> {
                boolean replayed = answer.header(IdempotencyHeaders.REPLAYED)
                        .filter(IdempotencyHeaders::marksReplay)
                        .isPresent();
                if (inDoubt() && !replayed && !Verdict.settlesEarlierAttempts(status)) {
                    answer.discard();
                    note(End.ANSWERED, answer);
                    throw unknown("status " + status + " does not tell what became of an earlier attempt", null);
                }
                yield accepted(answer, replayed ? End.REPLAYED : End.ANSWERED);
            }
            case UNKNOWN -> {
                answer.discard();
                note(End.UNKNOWN, answer);
                throw unknown("the server answered " + status + " outcome-unknown", null);
            }
            case LATER -> {
                Duration pause = pauseAfter(attempts.size() + 1, asked(answer));
                boolean over = budgetEndsBefore(pause, attempts.size() + 1);
                if (over && !inDoubt() && Verdict.refusesBeforeRunning(status)) {
                    yield accepted(answer, End.PUT_OFF);
                }
                answer.discard();
                note(End.PUT_OFF, answer);
                if (over) {
                    throw unanswered("the last answer was status " + status, null);
                }
                await(pause);
                yield null;
            }
        };
    }

    private CallOutcome<R> accepted(Answer<R> answer, End end) throws IOException, InterruptedException {
        R response = answer.accept();
        note(end, answer);
        return new CallOutcome<>(call, response, attempts);
    }

    /** Waits for another attempt after one without an answer, or ends the send. */
    private void pauseOrEnd(IOException broken) {
        Duration pause = pauseAfter(attempts.size(), Duration.ZERO);
        if (budgetEndsBefore(pause, attempts.size())) {
            throw unanswered(broken.toString(), broken);
        }
        await(pause);
    }

    private void await(Duration pause) {
        refuseWhenInterrupted();
        try {
            settings.pace().await(pause);
        } catch (InterruptedException interrupted) {
            throw ended(interrupted);
        }
    }

    private void refuseWhenInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw ended(new InterruptedException("interrupted after attempt " + attempts.size()));
        }
    }

    /** Keeps the flag, and says whether the server may have acted. */
    private UnansweredException ended(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return unanswered("the thread was interrupted", cause);
    }

    private UnansweredException unanswered(String found, @Nullable Exception cause) {
        return inDoubt() ? unknown(found, cause) : new CallNotSentException(call, attempts, found, cause);
    }

    private CallOutcomeUnknownException unknown(String found, @Nullable Exception cause) {
        return new CallOutcomeUnknownException(call, attempts, found, cause);
    }

    private boolean inDoubt() {
        return attempts.stream().anyMatch(Attempt::leavesDoubt);
    }

    private boolean budgetEndsBefore(Duration pause, int done) {
        return done >= settings.attempts() || pause.compareTo(left()) >= 0;
    }

    private Duration pauseAfter(int done, Duration asked) {
        Duration backoff = settings.backoff().after(done, settings.chance());
        return asked.compareTo(backoff) > 0 ? asked : backoff;
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(1, deadline - settings.pace().nanoTime()));
    }

    private Duration asked(Answer<R> answer) {
        return RetryAfter.of(answer, settings.clock().instant());
    }

    private void note(End end, Answer<R> answer) {
        note(new Attempt(attempts.size() + 1, end, answer.status(), null, asked(answer)));
    }

    private void note(End end, Exception failure) {
        note(new Attempt(attempts.size() + 1, end, null, failure, Duration.ZERO));
    }

    private void note(Attempt attempt) {
        attempts.add(attempt);
        try {
            settings.listener().attempted(call, attempt);
        } catch (RuntimeException failed) {
            LOG.warn("A listener failed on an attempt of {}; the call goes on.", call, failed);
        }
    }
}
