package io.yici.json;

import io.yici.json.RefusedJsonException.Reason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member of JSON documents that holds a text, for instance an idempotency key; found without binding the document to
 * types. Immutable and thread-safe.
 */
public final class TextMember {
    private final Pointers path;

    private TextMember(Pointers path) {
        this.path = path;
    }

    /**
     * The member that a JSON pointer (RFC 6901) names; steps through arrays are indexes, and the last step is the name
     * of an object's member, as in {@link CanonicalJson#without}.
     *
     * @throws IllegalArgumentException when it is no JSON pointer or points to the whole document
     */
    public static TextMember at(String pointer) {
        return new TextMember(Pointers.of(Set.of(pointer)));
    }

    /**
     * The text in a document; null when the member is absent or null. The whole document is read first, as strictly as
     * for its canonical form, so that there is never another reading in which another text stands there.
     *
     * @throws RefusedJsonException {@link Reason#NOT_TEXT} when the member is something else, and whenever {@code form}
     *     refuses the document
     */
    public @Nullable String in(byte[] json, CanonicalJson form) {
        return form.textAt(path, json);
    }
}
