package io.yici;

import io.yici.internal.Digests;
import io.yici.internal.RunStack;
import io.yici.internal.Text;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One business intent: who asks (caller), for what (name and optional scope), under which idempotency key.
 *
 * <p>Written {@code Operation.named("order.create").by("merchant-42").key(key)}. All parts are checked when the
 * operation is made, before any statement: caller and key at most 255 UTF-8 bytes, name at most 128, none blank.
 * Immutable.
 */
public final class Operation {
    /** Limit of a key, in UTF-8 bytes. */
    public static final int KEY_BYTES = 255;

    /** Limit of a caller, in UTF-8 bytes. */
    public static final int CALLER_BYTES = 255;

    private static final int NAME_LENGTH = 128;

    private final String name;
    private final String caller;
    private final String scope;
    private final String key;
    private final OperationId id;

    private Operation(String name, String caller, String scope, String key, OperationId id) {
        this.name = name;
        this.caller = caller;
        this.scope = scope;
        this.key = key;
        this.id = id;
    }

    /**
     * An operation as its record tells it, for stores. The identity is the stored one; the scope, which is in nothing
     * but the identity, is empty.
     */
    public static Operation recorded(OperationId id, String name, String caller, String key) {
        return new Operation(name, caller, "", key, id);
    }

    /**
     * Names the kind of operation. The name is stable and declared, never built from data: it is part of the identity
     * and the only metric tag. ASCII letters, digits and {@code . _ : / -}, at most 128.
     */
    public static Named named(String name) {
        if (!isName(name)) {
            throw new InvalidOperationException(
                    "operation name '" + name + "' must be 1 to 128 ASCII letters, digits or . _ : / -");
        }
        return new Named(name);
    }

    /** The operation that the calling thread is executing, innermost first; empty outside of a run. */
    public static Optional<Operation> current() {
        return RunStack.current();
    }

    /** The declared name. */
    public String name() {
        return name;
    }

    /** On whose behalf it runs. */
    public String caller() {
        return caller;
    }

    /** What narrows the name, for instance path variables; empty when there is none. */
    public String scope() {
        return scope;
    }

    /** The idempotency key as given. Not for logs. */
    public String key() {
        return key;
    }

    /** The identity under which the record is stored. */
    public OperationId id() {
        return id;
    }

    /**
     * Derives a stable key for a call or message that belongs to this operation: the same on every attempt, different
     * for every purpose, 64 hexadecimal digits.
     */
    public String deriveKey(String purpose) {
        return HexFormat.of().formatHex(Digests.ofParts("yici-derived-1", id.toString(), purpose));
    }

    /** Name and short hash; never the key. */
    @Override
    public String toString() {
        return name + "[" + id.shortHash() + "]";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Operation that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** An operation name that still lacks its caller. */
    public static final class Named {
        private final String name;

        private Named(String name) {
            this.name = name;
        }

        /** Says on whose behalf it runs: a stable user, tenant or consumer group id, never a token or an address. */
        public Called by(String caller) {
            check(name, "caller", caller, CALLER_BYTES);
            return new Called(name, caller, "");
        }
    }

    /** An operation that still lacks its key. */
    public static final class Called {
        private final String name;
        private final String caller;
        private final String scope;

        private Called(String name, String caller, String scope) {
            this.name = name;
            this.caller = caller;
            this.scope = scope;
        }

        /** Narrows the name by what else belongs to the identity. The parts are stored inside the hash only. */
        public Called scope(String... parts) {
            for (String part : parts) {
                if (!Text.isWellFormed(part)) {
                    throw new InvalidOperationException("the scope of operation '" + name
                            + "' is not well-formed Unicode; nothing was executed and nothing was stored");
                }
            }
            return new Called(name, caller, HexFormat.of().formatHex(Digests.ofParts(parts)));
        }

        /** Completes the operation with its idempotency key. */
        public Operation key(String key) {
            check(name, "key", key, KEY_BYTES);
            return new Operation(name, caller, scope, key, OperationId.of(caller, name, scope, key));
        }
    }

    private static boolean isName(@Nullable String name) {
        return name != null
                && !name.isEmpty()
                && name.length() <= NAME_LENGTH
                && isLetterOrDigit(name.charAt(0))
                && name.chars().allMatch(unit -> isLetterOrDigit(unit) || "._:/-".indexOf(unit) >= 0);
    }

    private static boolean isLetterOrDigit(int unit) {
        return (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z') || (unit >= '0' && unit <= '9');
    }

    private static void check(String name, String part, String text, int limit) {
        String fault = Text.faultOf(text, limit);
        if (fault != null) {
            throw new InvalidOperationException("the " + part + " of operation '" + name + "' " + fault
                    + "; nothing was executed and nothing was stored");
        }
    }
}
