package io.yici.http;

import io.yici.http.RequestRefusedException.Reason;
import io.yici.json.CanonicalJson;
import io.yici.json.JsonCodecs;
import io.yici.json.RefusedJsonException;
import io.yici.json.TextMember;
import org.jspecify.annotations.Nullable;

/**
 * The place of the key in JSON bodies, as a JSON pointer (RFC 6901) to a text member. What it finds is still to be
 * checked by {@link KeyRules#keyInBody}. Immutable and thread-safe.
 */
public final class KeyPointer {
    private final String pointer;
    private final TextMember member;
    private final CanonicalJson form;

    private KeyPointer(String pointer, TextMember member, CanonicalJson form) {
        this.pointer = pointer;
        this.member = member;
        this.form = form;
    }

    /**
     * A place in bodies that are read by the Jackson on the class path, within the default limits.
     *
     * @param pointer to a member of an object; steps through arrays are indexes
     * @throws IllegalArgumentException when it is no JSON pointer or points to the whole document
     * @throws IllegalStateException where there is neither Jackson 3 nor Jackson 2
     */
    public static KeyPointer of(String pointer) {
        return of(
                pointer,
                JsonCodecs.canonicalJson()
                        .orElseThrow(() -> new IllegalStateException(
                                "a key in the body takes Jackson 3 or Jackson 2 on the class path")));
    }

    /** A place in bodies that are read, and limited, as {@code form} does. */
    public static KeyPointer of(String pointer, CanonicalJson form) {
        return new KeyPointer(pointer, TextMember.at(pointer), form);
    }

    /** The pointer as given: the member to leave out of the fingerprint, see {@link CanonicalJson#without}. */
    public String pointer() {
        return pointer;
    }

    /**
     * The key in a body; null when the member is absent or null.
     *
     * @throws RequestRefusedException when the member is no text ({@link Reason#KEY_INVALID}), when the body is no
     *     unambiguous JSON ({@link Reason#REQUEST_INVALID}) or too long ({@link Reason#REQUEST_TOO_LARGE})
     */
    public @Nullable String keyIn(byte[] json) {
        try {
            return member.in(json, form);
        } catch (RefusedJsonException refused) {
            throw refused.reason() == RefusedJsonException.Reason.NOT_TEXT
                    ? KeyRules.invalid("The key in the body is no text.", "Send it as a JSON string.")
                    : RequestFingerprint.refusal(refused);
        }
    }
}
