package io.yici.json;

import io.yici.json.CanonicalJson.Limits;
import io.yici.json.RefusedJsonException.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the canonical form while a document is read.
 *
 * <p>Everything goes into one buffer in the order of the document. When an object ends, its members are ranges of that
 * buffer; they are put in order there, which is a copy only when they were not in order already. Nothing is kept of
 * objects that have ended, so memory stays in proportion to the document.
 */
final class CanonicalWriter implements JsonEvents {
    private final Limits limits;
    private final Pointers leftOut;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Bytes out;

    CanonicalWriter(Pointers leftOut, Limits limits, int sizeHint) {
        this.leftOut = leftOut;
        this.limits = limits;
        this.out = new Bytes(sizeHint);
    }

    byte[] bytes() {
        return out.copy();
    }

    @Override
    public void startObject() {
        enter('{');
    }

    @Override
    public void endObject() {
        putInOrder(open.pop().members);
        out.add('}');
    }

    @Override
    public void startArray() {
        enter('[');
    }

    @Override
    public void endArray() {
        open.pop();
        out.add(']');
    }

    @Override
    public void name(String name) {
        Open object = open.element();
        if (!object.members.isEmpty()) {
            out.add(',');
        }
        Pointers below = object.leftOut == null ? null : object.leftOut.below(name);
        int start = out.size;
        quoted(name);
        object.members.add(new Member(start, out.size, below));
        out.add(':');
    }

    @Override
    public void string(String text) {
        separate();
        quoted(text);
    }

    @Override
    public void number(String numeral) {
        separate();
        CanonicalNumber number = CanonicalNumber.of(numeral, limits.digits());
        out.addAscii(limits.keepsScale() ? number.withScale() : number.withoutScale());
    }

    @Override
    public void literal(String word) {
        separate();
        out.addAscii(word);
    }

    private void enter(char bracket) {
        if (open.size() == limits.depth()) {
            throw new RefusedJsonException(
                    Reason.TOO_DEEP, "JSON is nested deeper than the limit of " + limits.depth() + " levels");
        }
        Pointers inside = inside();
        separate();
        out.add(bracket);
        open.push(new Open(bracket == '[', inside));
    }

    private void separate() {
        Open around = open.peek();
        if (around != null && around.array && around.elements++ > 0) {
            out.add(',');
        }
    }

    /** The pointers that go on into the value that begins now. */
    private @Nullable Pointers inside() {
        Open around = open.peek();
        Pointers inside;
        if (around == null) {
            inside = leftOut;
        } else if (around.leftOut == null) {
            inside = null;
        } else if (around.array) {
            inside = around.leftOut.below(Integer.toString(around.elements));
        } else {
            inside = around.members.get(around.members.size() - 1).leftOut;
        }
        return inside == null || inside.isEmpty() ? null : inside;
    }

    private void putInOrder(List<Member> members) {
        for (int i = 0; i < members.size(); i++) {
            members.get(i).end = i + 1 < members.size() ? members.get(i + 1).start - 1 : out.size;
        }
        Comparator<Member> byName = (a, b) -> out.compare(a.start, a.nameEnd, b.start, b.nameEnd);
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(byName);
        for (int i = 1; i < sorted.size(); i++) {
            if (byName.compare(sorted.get(i - 1), sorted.get(i)) == 0) {
                throw new RefusedJsonException(
                        Reason.DUPLICATE_MEMBER,
                        "a JSON object names the same member twice, at level " + (open.size() + 1));
            }
        }
        boolean dropped = sorted.removeIf(member -> member.leftOut != null && member.leftOut.isEnd());
        if (dropped || !sorted.equals(members)) {
            out.rearrange(members, sorted);
        }
    }

    private void quoted(String text) {
        out.add('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.add('\\');
                out.add(c);
            } else if (c < 0x20) {
                out.addAscii(c < 0x10 ? "\\u000" : "\\u00");
                out.addAscii(Integer.toHexString(c));
            } else if (!Character.isSurrogate(c)) {
                out.addUtf8(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.addUtf8(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                throw new RefusedJsonException(
                        Reason.LONE_SURROGATE, "a JSON text holds half a surrogate pair, which is no character");
            }
        }
        out.add('"');
    }

    /** An array or object that has begun and not ended. */
    private static final class Open {
        final boolean array;
        final @Nullable Pointers leftOut;
        final List<Member> members = new ArrayList<>(0);
        int elements;

        Open(boolean array, @Nullable Pointers leftOut) {
            this.array = array;
            this.leftOut = leftOut;
        }
    }

    /** A member of an object that has not ended: its quoted name and its whole range in the buffer. */
    private static final class Member {
        final int start;
        final int nameEnd;
        final @Nullable Pointers leftOut;
        int end;

        Member(int start, int nameEnd, @Nullable Pointers leftOut) {
            this.start = start;
            this.nameEnd = nameEnd;
            this.leftOut = leftOut;
        }
    }

    /** The bytes written so far. */
    private static final class Bytes {
        private byte[] bytes;
        private int size;

        Bytes(int sizeHint) {
            bytes = new byte[Math.max(32, sizeHint)];
        }

        void add(int ascii) {
            reserve(1);
            bytes[size++] = (byte) ascii;
        }

        void addAscii(String text) {
            for (int i = 0; i < text.length(); i++) {
                add(text.charAt(i));
            }
        }

        void addUtf8(int codePoint) {
            if (codePoint < 0x80) {
                add(codePoint);
            } else if (codePoint < 0x800) {
                add(0xC0 | (codePoint >> 6));
                addContinuation(codePoint);
            } else if (codePoint < 0x10000) {
                add(0xE0 | (codePoint >> 12));
                addContinuation(codePoint >> 6);
                addContinuation(codePoint);
            } else {
                add(0xF0 | (codePoint >> 18));
                addContinuation(codePoint >> 12);
                addContinuation(codePoint >> 6);
                addContinuation(codePoint);
            }
        }

        private void addContinuation(int bits) {
            add(0x80 | (bits & 0x3F));
        }

        int compare(int start, int end, int otherStart, int otherEnd) {
            return Arrays.compareUnsigned(bytes, start, end, bytes, otherStart, otherEnd);
        }

        /** Replaces the members of an object, which reach to the end of the buffer, by those kept, in their order. */
        void rearrange(List<Member> members, List<Member> kept) {
            int from = members.get(0).start;
            byte[] before = Arrays.copyOfRange(bytes, from, size);
            size = from;
            for (Member member : kept) {
                if (size > from) {
                    add(',');
                }
                int length = member.end - member.start;
                System.arraycopy(before, member.start - from, bytes, size, length);
                size += length;
            }
        }

        byte[] copy() {
            return Arrays.copyOf(bytes, size);
        }

        private void reserve(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, bytes.length + (bytes.length >> 1) + more);
            }
        }
    }
}
