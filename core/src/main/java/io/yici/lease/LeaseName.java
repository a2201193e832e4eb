package io.yici.lease;

import io.yici.internal.Digests;
import io.yici.internal.Text;
import java.util.HexFormat;

/**
 * The name of a lease and what stores know it by. Names of any length have ids of one size, which are equal only for
 * equal names: no truncation, case folding or padding of a database, no separators or hash tags of a cache.
 */
public final class LeaseName {
    private static final int LABEL_POINTS = 49;

    private final String text;
    private final byte[] id;

    private LeaseName(String text) {
        this.text = text;
        this.id = Digests.ofParts("lease", text);
    }

    /** @throws IllegalArgumentException for a blank name, or one that is not well-formed Unicode */
    public static LeaseName of(String name) {
        if (name.isBlank() || !Text.isWellFormed(name)) {
            throw new IllegalArgumentException(
                    "name must be " + (name.isBlank() ? "given, and is blank" : "well-formed Unicode, and is not"));
        }
        return new LeaseName(name);
    }

    /** As it was given. */
    public String text() {
        return text;
    }

    /** SHA-256 over the name, 32 bytes. */
    public byte[] id() {
        return id.clone();
    }

    /** The id in 64 hexadecimal digits. */
    public String hex() {
        return HexFormat.of().formatHex(id);
    }

    /** The name for people, printable and shortened to 50 characters; not unique. */
    public String label() {
        StringBuilder label = new StringBuilder();
        text.codePoints()
                .limit(LABEL_POINTS)
                .map(each -> Character.isISOControl(each) ? ' ' : each)
                .forEach(label::appendCodePoint);
        return label.length() < text.length() ? label + "…" : label.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LeaseName name && text.equals(name.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return label();
    }
}
