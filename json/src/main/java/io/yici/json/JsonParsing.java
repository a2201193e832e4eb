package io.yici.json;

/**
 * A strict JSON parser (RFC 8259: no comments, no trailing commas, exactly one value), as {@link CanonicalJson} needs
 * it. Thread-safe.
 */
public interface JsonParsing {
    /**
     * Reads one document and reports it.
     *
     * @throws RefusedJsonException {@link RefusedJsonException.Reason#MALFORMED} when it is not exactly one JSON value;
     *     whatever {@code events} throws passes through
     */
    void parse(char[] json, JsonEvents events);
}
