package io.yici.json;

import io.yici.json.RefusedJsonException.Reason;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Finds the text at the end of one path, while all that is read goes on to whoever is strict about it. */
final class TextFinder implements JsonEvents {
    private final Pointers path;
    private final JsonEvents strict;
    private final Deque<Open> open = new ArrayDeque<>();
    private @Nullable String text;

    TextFinder(Pointers path, JsonEvents strict) {
        this.path = path;
        this.strict = strict;
    }

    /** What was found; null when there is nothing at the end of the path, or null. */
    @Nullable String text() {
        return text;
    }

    @Override
    public void startObject() {
        strict.startObject();
        open.push(new Open(false, otherThanText()));
    }

    @Override
    public void endObject() {
        strict.endObject();
        open.pop();
    }

    @Override
    public void startArray() {
        strict.startArray();
        open.push(new Open(true, otherThanText()));
    }

    @Override
    public void endArray() {
        strict.endArray();
        open.pop();
    }

    @Override
    public void name(String name) {
        strict.name(name);
        open.element().enter(name);
    }

    @Override
    public void string(String value) {
        strict.string(value);
        Pointers here = step();
        if (here != null && here.isEnd()) {
            text = value;
        }
    }

    @Override
    public void number(String numeral) {
        strict.number(numeral);
        otherThanText();
    }

    @Override
    public void literal(String word) {
        strict.literal(word);
        if (word.equals("null")) {
            step();
        } else {
            otherThanText();
        }
    }

    /** The path from the value that begins now on, which must not end here; null when it is not on the path. */
    private @Nullable Pointers otherThanText() {
        Pointers here = step();
        if (here != null && here.isEnd()) {
            throw new RefusedJsonException(
                    Reason.NOT_TEXT, "a member that must be a text is something else, at level " + (open.size() + 1));
        }
        return here;
    }

    private @Nullable Pointers step() {
        Open around = open.peek();
        return around == null ? path : around.step();
    }

    /** An array or object that has begun and not ended, and where the path goes in it. */
    private static final class Open {
        private final boolean array;
        private final @Nullable Pointers path;
        private @Nullable Pointers next;
        private int elements;

        Open(boolean array, @Nullable Pointers path) {
            this.array = array;
            this.path = path;
        }

        void enter(String token) {
            next = path == null ? null : path.below(token);
        }

        /** A path leads through elements, but ends at members only. */
        @Nullable Pointers step() {
            if (array && path != null) {
                enter(Integer.toString(elements++));
                return next == null || next.isEnd() ? null : next;
            }
            return next;
        }
    }
}
