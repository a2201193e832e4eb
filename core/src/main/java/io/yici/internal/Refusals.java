package io.yici.internal;

import io.yici.AnswerNotKeptException;
import io.yici.CommitRefusedException;
import io.yici.IdempotencyException;
import io.yici.InProgressException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.OutcomeUnknownException;
import io.yici.SetupException;
import io.yici.StaleKeyException;
import io.yici.StoreUnavailableException;
import io.yici.TokenExpiredException;
import io.yici.TokenRefusedException;
import io.yici.TransactionConflictException;
import io.yici.TransactionLostException;
import io.yici.UnreadableRecordException;
import io.yici.UnstorableAnswerException;
import io.yici.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the refusals a caller meets, each with what was found, and tells the listeners. */
final class Refusals {
    private final Events events;

    Refusals(Events events) {
        this.events = events;
    }

    RuntimeException inProgress(Call<?, ?> call) {
        return told(
                Kind.IN_PROGRESS,
                call,
                new InProgressException(call.operation(), "It is being executed by another call.", null));
    }

    RuntimeException reentered(Call<?, ?> call) {
        return new MisuseException(
                call.operation(),
                "It was called again inside its own run on the same thread, which can never be answered.",
                null);
    }

    /** A key judged by its time, once the transaction in which it was judged has ended. */
    RuntimeException stale(Call<?, ?> call, RuntimeException refusal) {
        if (refusal instanceof TokenExpiredException) {
            return told(Kind.TOKEN_EXPIRED, call, refusal);
        }
        return refusal instanceof StaleKeyException ? told(Kind.STALE_KEY, call, refusal) : refusal;
    }

    /** A key that was refused for what it is, before the store was asked. */
    RuntimeException key(Call<?, ?> call, IdempotencyException refusal) {
        return refusal instanceof TokenRefusedException ? told(Kind.TOKEN_REFUSED, call, refusal) : refusal;
    }

    /** The guard could not be asked, and the operation does not run without. */
    RuntimeException guardUnavailable(Call<?, ?> call, Exception cause) {
        return told(
                Kind.GUARD_UNAVAILABLE,
                call,
                new StoreUnavailableException(
                        call.operation(), "The entry guard cannot be reached; nothing was executed.", cause));
    }

    RuntimeException busy(Call<?, ?> call, String reason, @Nullable Throwable cause) {
        return told(
                Kind.STORE_ERROR,
                call,
                new StoreUnavailableException(call.operation(), "The store is busy: " + reason + ".", cause));
    }

    RuntimeException lost(Call<?, ?> call, @Nullable Throwable cause) {
        return told(
                Kind.LOST,
                call,
                new TransactionLostException(call.operation(), "The claim was gone when the work ended.", cause));
    }

    RuntimeException unstorable(Call<?, ?> call, RuntimeException why) {
        return told(Kind.FAILED, call, new UnstorableAnswerException(call.operation(), sentence(why), why));
    }

    RuntimeException unreadable(Call<?, ?> call, RuntimeException why) {
        return told(Kind.UNREADABLE, call, new UnreadableRecordException(call.operation(), sentence(why), why));
    }

    RuntimeException notKept(Call<?, ?> call) {
        return told(
                Kind.NOT_KEPT,
                call,
                new AnswerNotKeptException(call.operation(), "The business rows of the answer are gone.", null));
    }

    RuntimeException unknown(Call<?, ?> call, String found, @Nullable Throwable cause) {
        return told(Kind.UNKNOWN, call, new OutcomeUnknownException(call.operation(), found, cause));
    }

    RuntimeException settling(Call<?, ?> call, String found, @Nullable Throwable cause) {
        return told(Kind.UNKNOWN, call, OutcomeUnknownException.settling(call.operation(), found, cause));
    }

    RuntimeException rolledBackAtCommit(Call<?, ?> call, Throwable cause) {
        return told(
                Kind.STORE_ERROR,
                call,
                new StoreUnavailableException(
                        call.operation(),
                        "The connection failed during the commit, and the store shows that it was rolled back.",
                        cause));
    }

    /** The server answered the commit with no: the framework's own exception passes on, a bare driver's gets a face. */
    RuntimeException commitRefused(Call<?, ?> call, StoreException refused) {
        Throwable cause = refused.getCause();
        RuntimeException seen = cause instanceof RuntimeException framework
                ? framework
                : new CommitRefusedException(
                        call.operation(), "The database refused the commit: " + refused.message() + ".", refused);
        return told(Kind.FAILED, call, seen);
    }

    /** A step of the store failed before the work had any effect, or after it was rolled back. */
    RuntimeException store(Call<?, ?> call, StoreException failed) {
        return told(Kind.STORE_ERROR, call, plain(call.operation(), failed));
    }

    /** The same, where no listener is told. */
    static IdempotencyException plain(@Nullable Operation operation, StoreException failed) {
        return switch (failed.failure()) {
            case SCHEMA ->
                new SetupException(
                        List.of("The record table cannot be used: " + failed.message()
                                + ". Run the schema script of the database, or createSchemaIfMissing()."),
                        failed);
            case ABORTED ->
                new TransactionLostException(
                        operation, "The transaction was already aborted: " + failed.message() + ".", failed);
            default -> new StoreUnavailableException(operation, "The store failed: " + failed.message() + ".", failed);
        };
    }

    /** The caller's transaction met a conflict inside our part. */
    RuntimeException conflict(Call<?, ?> call, StoreException conflict) {
        return told(
                Kind.STORE_ERROR,
                call,
                new TransactionConflictException(
                        call.operation(), "The database reports a conflict: " + conflict.message() + ".", conflict));
    }

    RuntimeException told(Kind kind, Call<?, ?> call, RuntimeException refusal) {
        events.tell(kind, call, refusal);
        return refusal;
    }

    private static String sentence(RuntimeException why) {
        return why.getMessage() == null ? why.getClass().getSimpleName() + "." : why.getMessage() + ".";
    }
}
