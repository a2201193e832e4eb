package io.yici.http;

import io.yici.http.RequestRefusedException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;

/** Unpacks within a limit: what a small body unpacks to is never held beyond it. */
final class Inflation {
    private static final int CHUNK = 8192;

    private Inflation() {}

    /** Unpacks the members of a gzip file (RFC 1952). */
    static byte[] gzip(byte[] packed, int limit) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), CHUNK)) {
            byte[] content = in.readNBytes(limit);
            if (in.read() >= 0) {
                throw tooLarge(limit);
            }
            return content;
        } catch (IOException damaged) {
            throw damaged("gzip");
        }
    }

    /** Unpacks deflate with its zlib frame (RFC 1950), as it should be, or raw (RFC 1951), as some clients send it. */
    static byte[] deflate(byte[] packed, int limit) {
        try {
            return inflate(packed, limit, !hasZlibFrame(packed));
        } catch (DataFormatException damaged) {
            throw damaged("deflate");
        }
    }

    private static byte[] inflate(byte[] packed, int limit, boolean raw) throws DataFormatException {
        Inflater inflater = new Inflater(raw);
        try {
            inflater.setInput(packed);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            byte[] chunk = new byte[CHUNK];
            while (!inflater.finished()) {
                int length = inflater.inflate(chunk);
                if (length == 0 && !inflater.finished()) {
                    throw new DataFormatException("cut, or packed with a dictionary");
                }
                if (length > limit - content.size()) {
                    throw tooLarge(limit);
                }
                content.write(chunk, 0, length);
            }
            if (inflater.getRemaining() > 0) {
                throw new DataFormatException("data after the end");
            }
            return content.toByteArray();
        } finally {
            inflater.end();
        }
    }

    /** RFC 1950 §2.2. A raw stream begins so only with a stored block whose padding is not zero; nobody writes that. */
    private static boolean hasZlibFrame(byte[] packed) {
        return packed.length >= 2
                && (packed[0] & 0x0F) == 8
                && ((packed[0] & 0xFF) << 8 | (packed[1] & 0xFF)) % 31 == 0;
    }

    static RequestRefusedException tooLarge(int limit) {
        return new RequestRefusedException(
                Reason.REQUEST_TOO_LARGE, "The body is over the limit of " + limit + " bytes.", "Send less.");
    }

    private static RequestRefusedException damaged(String coding) {
        return new RequestRefusedException(
                Reason.REQUEST_INVALID,
                "The body is no undamaged " + coding + ".",
                "Send it whole, or without coding.");
    }
}
