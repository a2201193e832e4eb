package io.yici.json;

/** What a parser reports while it reads one JSON document, in the order of appearance. */
public interface JsonEvents {
    /** An object begins. */
    void startObject();

    /** The innermost object ends. */
    void endObject();

    /** An array begins. */
    void startArray();

    /** The innermost array ends. */
    void endArray();

    /** The name of the next member of the innermost object, unescaped. */
    void name(String name);

    /** A text value, unescaped. */
    void string(String text);

    /** A number, exactly as it is spelled in the document: it must not have passed through a number type. */
    void number(String numeral);

    /** One of {@code true}, {@code false}, {@code null}. */
    void literal(String word);
}
