package io.yici.internal;

import io.yici.IdempotencyException;
import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.StaleKeyException;
import io.yici.TokenExpiredException;
import io.yici.TokenRefusedException;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenCheck;
import io.yici.guard.TokenUse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the time inside of a key allows, for keys that carry theirs: tokens, and UUIDv7 (RFC 9562 §5.7) where an
 * operation opted in. A key that is too old is good for a record that is there, and refused where there is none.
 */
public sealed interface KeyAge {
    /** A key that carries no time, or whose time does not count. */
    KeyAge ANY = new Any();

    /** Whether there is anything to judge once the claim was taken. */
    boolean matters();

    /** The refusal of a key that has no record, or null when it may run; {@code now} is the database's. */
    @Nullable RuntimeException refusal(long now);

    /**
     * Judges the key of a call by what it is; nothing is asked of the store.
     *
     * @throws InvalidOperationException when a UUIDv7 is asked for and it is none
     * @throws TokenRefusedException when a token is asked for and it is none of this caller's for this operation
     */
    static KeyAge of(Call<?, ?> call, @Nullable FormTokens tokens) {
        TokenUse use = call.settings().entry().tokens();
        if (use == TokenUse.REQUIRED
                || (use == TokenUse.ACCEPTED
                        && FormTokens.looksLikeToken(call.operation().key()))) {
            return ofToken(call.operation(), tokens);
        }
        return call.settings().unseenKeysWithin() == null ? ANY : ofUuid(call.operation(), call.settings());
    }

    private static KeyAge ofToken(Operation operation, @Nullable FormTokens tokens) {
        if (tokens == null) {
            throw new IllegalStateException("an operation that takes tokens was let in without a secret for them");
        }
        TokenCheck check = tokens.verify(operation.name(), operation.caller(), operation.key());
        if (check instanceof TokenCheck.Expired expired) {
            return new PastToken(operation, expired.expiresAt());
        }
        if (check instanceof TokenCheck.Refused refused) {
            throw new TokenRefusedException(operation, Token.found(refused.reason()), null);
        }
        return new Token();
    }

    private static KeyAge ofUuid(Operation operation, OperationSettings settings) {
        if (!Minted.UUID_TEXT.matcher(operation.key()).matches()) {
            throw new InvalidOperationException("the key of operation '" + operation.name()
                    + "' must be a UUIDv7, because this operation refuses old unseen keys; nothing was executed");
        }
        return new Minted(operation, settings);
    }

    /** The time of the key does not count. */
    record Any() implements KeyAge {
        @Override
        public boolean matters() {
            return false;
        }

        @Override
        public @Nullable RuntimeException refusal(long now) {
            return null;
        }
    }

    /** A token within its time. */
    record Token() implements KeyAge {
        @Override
        public boolean matters() {
            return false;
        }

        @Override
        public @Nullable RuntimeException refusal(long now) {
            return null;
        }

        private static String found(TokenCheck.Reason reason) {
            return switch (reason) {
                case MALFORMED -> "The key is no token.";
                case SECRET_UNKNOWN -> "The token was signed with a secret that is not known here.";
                case NOT_YOURS -> "The token was not issued to this caller for this operation.";
                case FROM_THE_FUTURE -> "The token carries a time in the future.";
            };
        }
    }

    /** A token past its time: a probe for the answer of an earlier use. */
    record PastToken(Operation operation, Instant expiredAt) implements KeyAge {
        @Override
        public boolean matters() {
            return true;
        }

        @Override
        public RuntimeException refusal(long now) {
            return new TokenExpiredException(
                    operation, "The token expired at " + expiredAt + ", and nothing is recorded under it.", null);
        }
    }

    /** A UUIDv7, compared with the database's clock only. */
    record Minted(Operation operation, OperationSettings settings) implements KeyAge {
        private static final Pattern UUID_TEXT =
                Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}");

        @Override
        public boolean matters() {
            return true;
        }

        @Override
        public @Nullable IdempotencyException refusal(long now) {
            Duration window = settings.unseenKeysWithin();
            long minted = UUID.fromString(operation.key()).getMostSignificantBits() >>> 16;
            if (window != null && minted < now - window.toMillis()) {
                return new StaleKeyException(
                        operation, "The key is older than " + window + " and was never seen.", null);
            }
            if (minted > now + settings.allowedFuture().toMillis()) {
                return new InvalidOperationException("the key of operation '" + operation.name()
                        + "' carries a time more than " + settings.allowedFuture()
                        + " in the future; nothing was executed");
            }
            return null;
        }
    }
}
