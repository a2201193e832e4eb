package io.yici.http;

import io.yici.http.KeptResponse.Header;
import io.yici.http.KeptResponse.Kind;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * How a response is stored: version, kind, status, message, headers, body, CRC-32C of all before it.
 *
 * <p>Texts are their UTF-16 units after their number: exact for every string there is. The check sum finds every damage
 * to up to four neighbouring bytes; the lengths are checked all the same before anything is allocated.
 */
final class KeptResponseFormat {
    private static final byte VERSION = 1;

    private static final int FIXED = 1 + 1 + Short.BYTES + 1 + Integer.BYTES + Integer.BYTES + Integer.BYTES;

    private KeptResponseFormat() {}

    static byte[] encode(KeptResponse response) {
        String message = response.errorMessage();
        int size = FIXED + response.bodyItself().length + (message == null ? 0 : size(message));
        for (Header header : response.headers()) {
            size = Math.addExact(size, size(header.name()) + size(header.value()));
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        out.put(VERSION).put(response.kind().stored).putShort((short) response.status());
        out.put((byte) (message == null ? 0 : 1));
        if (message != null) {
            put(out, message);
        }
        out.putInt(response.headers().size());
        for (Header header : response.headers()) {
            put(out, header.name());
            put(out, header.value());
        }
        out.putInt(response.bodyItself().length).put(response.bodyItself());
        return out.putInt(sum(out.array(), out.position())).array();
    }

    static KeptResponse decode(byte[] bytes) {
        if (bytes.length == 0) {
            throw new KeptResponseException("a kept response is empty");
        }
        if (bytes[0] != VERSION) {
            throw new KeptResponseException("a kept response of version " + bytes[0] + " cannot be read by this one");
        }
        int end = bytes.length - Integer.BYTES;
        if (end < 1 || ByteBuffer.wrap(bytes).getInt(end) != sum(bytes, end)) {
            throw damaged();
        }
        try {
            return read(ByteBuffer.wrap(bytes, 1, end - 1));
        } catch (BufferUnderflowException | IllegalArgumentException unreadable) {
            throw damaged();
        }
    }

    private static KeptResponse read(ByteBuffer in) {
        Kind kind = kind(in.get());
        int status = in.getShort();
        String message = flag(in.get()) ? text(in) : null;
        List<Header> headers = headers(in);
        byte[] body = new byte[bounded(in.getInt(), in, 1)];
        in.get(body);
        if (in.hasRemaining() || !belongsTogether(kind, message, body)) {
            throw damaged();
        }
        return new KeptResponse(kind, status, headers, body, message);
    }

    private static boolean belongsTogether(Kind kind, @Nullable String message, byte[] body) {
        return (kind == Kind.ERROR || message == null) && (kind == Kind.WHOLE || body.length == 0);
    }

    private static List<Header> headers(ByteBuffer in) {
        int count = bounded(in.getInt(), in, 2 * Integer.BYTES);
        List<Header> headers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            headers.add(new Header(text(in), text(in)));
        }
        return headers;
    }

    private static Kind kind(byte stored) {
        for (Kind kind : Kind.values()) {
            if (kind.stored == stored) {
                return kind;
            }
        }
        throw damaged();
    }

    private static boolean flag(byte value) {
        if (value != 0 && value != 1) {
            throw damaged();
        }
        return value == 1;
    }

    private static int size(String text) {
        return Math.addExact(Integer.BYTES, Math.multiplyExact(text.length(), Character.BYTES));
    }

    private static void put(ByteBuffer out, String text) {
        out.putInt(text.length());
        for (int i = 0; i < text.length(); i++) {
            out.putChar(text.charAt(i));
        }
    }

    private static String text(ByteBuffer in) {
        char[] units = new char[bounded(in.getInt(), in, Character.BYTES)];
        for (int i = 0; i < units.length; i++) {
            units[i] = in.getChar();
        }
        return new String(units);
    }

    /** A number of things of at least this size, which the bytes that are left can hold. */
    private static int bounded(int count, ByteBuffer in, int size) {
        if (count < 0 || count > in.remaining() / size) {
            throw damaged();
        }
        return count;
    }

    private static int sum(byte[] bytes, int end) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, end);
        return (int) sum.getValue();
    }

    private static KeptResponseException damaged() {
        return new KeptResponseException("a kept response is cut or damaged");
    }
}
