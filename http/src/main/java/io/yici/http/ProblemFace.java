package io.yici.http;

import io.yici.AnswerNotKeptException;
import io.yici.CommitRefusedException;
import io.yici.ExpiredException;
import io.yici.IdempotencyException;
import io.yici.InProgressException;
import io.yici.InvalidOperationException;
import io.yici.MismatchException;
import io.yici.OutcomeUnknownException;
import io.yici.StaleKeyException;
import io.yici.StoreUnavailableException;
import io.yici.TokenExpiredException;
import io.yici.TokenRefusedException;
import io.yici.TransactionConflictException;
import io.yici.TransactionLostException;
import io.yici.UnreadableRecordException;
import io.yici.UnstorableAnswerException;
import java.util.Map;

/** What each kind of refusal looks like: code, status and title; and whether its detail is for the log only. */
record ProblemFace(String code, int status, String title, boolean hidden) {
    private static final ProblemFace INTERNAL = hidden("internal", 500);

    private static final Map<Class<? extends IdempotencyException>, ProblemFace> FACES = Map.ofEntries(
            Map.entry(InProgressException.class, shown("in-progress", 409, "The same request is being processed")),
            Map.entry(MismatchException.class, shown("mismatch", 422, "The key was used for another request")),
            Map.entry(ExpiredException.class, shown("key-expired", 409, "The request was processed long ago")),
            Map.entry(StaleKeyException.class, shown("key-stale", 412, "The key is too old")),
            Map.entry(TokenExpiredException.class, shown("token-expired", 412, "The token is past its time")),
            Map.entry(TokenRefusedException.class, shown("token-refused", 403, "The token is not yours for this")),
            Map.entry(
                    OutcomeUnknownException.class,
                    shown("outcome-unknown", 409, "It is not known whether it was processed")),
            Map.entry(AnswerNotKeptException.class, shown("response-not-kept", 409, "The answer is no longer kept")),
            Map.entry(StoreUnavailableException.class, shown("store-unavailable", 503, "The service is busy")),
            Map.entry(TransactionConflictException.class, shown("conflict", 503, "The service is busy")),
            Map.entry(InvalidOperationException.class, shown("key-invalid", 400, "The request cannot be identified")),
            Map.entry(CommitRefusedException.class, hidden("commit-refused", 503)),
            Map.entry(UnreadableRecordException.class, hidden("record-unreadable", 500)),
            Map.entry(TransactionLostException.class, hidden("transaction-lost", 500)),
            Map.entry(UnstorableAnswerException.class, hidden("answer-unstorable", 500)));

    /** Unknown for now: the same request again is how a client learns what became of it. */
    private static final ProblemFace SETTLING =
            shown("outcome-unknown", 503, "It is not known yet whether it was processed");

    static ProblemFace of(IdempotencyException refusal) {
        if (refusal instanceof OutcomeUnknownException unknown && unknown.isSettling()) {
            return SETTLING;
        }
        return refusal instanceof RequestRefusedException request
                ? ofRequest(request.reason())
                : FACES.getOrDefault(refusal.getClass(), INTERNAL);
    }

    private static ProblemFace ofRequest(RequestRefusedException.Reason reason) {
        return switch (reason) {
            case KEY_MISSING -> shown("key-missing", 400, "The request carries no idempotency key");
            case KEY_INVALID -> shown("key-invalid", 400, "The request cannot be identified");
            case KEYS_DIFFER -> shown("keys-differ", 400, "The request carries two different keys");
            case CALLER_MISSING -> shown("caller-missing", 403, "The caller is not known");
            case REQUEST_INVALID -> shown("request-invalid", 400, "The request cannot be read");
            case REQUEST_TOO_LARGE -> shown("request-too-large", 413, "The request is too large");
        };
    }

    private static ProblemFace shown(String code, int status, String title) {
        return new ProblemFace(code, status, title, false);
    }

    private static ProblemFace hidden(String code, int status) {
        return new ProblemFace(code, status, "The request could not be processed", true);
    }
}
