package io.yici.http;

import io.yici.http.RequestRefusedException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the content codings of a request body (RFC 9110 §8.4), so that the same content sent packed or plain is the
 * same request: gzip and x-gzip, deflate with and without its zlib frame, identity. Data after the end of a gzip is no
 * content and does not count.
 */
public final class ContentCodings {
    /** More than anyone sends; each one costs a pass over up to the limit. */
    private static final int MOST = 4;

    private ContentCodings() {}

    /**
     * A body after its codings were undone.
     *
     * @param body as far as it could be decoded; not copied
     * @param left the codings that are still on it, in the order of the header; empty when it is plain
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Decoded(byte[] body, List<String> left) {
        /** Copies the list. */
        public Decoded {
            left = List.copyOf(left);
        }
    }

    /**
     * Undoes the codings, the last one first, up to one it does not know; that and those before it are left.
     *
     * @param contentEncoding the header's value, several lines joined by commas; null when there is none
     * @param limit most bytes, both as sent and after each coding
     * @throws RequestRefusedException beyond the limit ({@link Reason#REQUEST_TOO_LARGE}), and for damaged content,
     *     data after its end or more than 4 codings ({@link Reason#REQUEST_INVALID})
     */
    public static Decoded decode(byte[] body, @Nullable String contentEncoding, int limit) {
        if (body.length > limit) {
            throw Inflation.tooLarge(limit);
        }
        List<String> codings = codings(contentEncoding == null ? "" : contentEncoding);
        byte[] content = body;
        while (!codings.isEmpty()) {
            String last = codings.get(codings.size() - 1);
            if (last.equals("gzip")) {
                content = Inflation.gzip(content, limit);
            } else if (last.equals("deflate")) {
                content = Inflation.deflate(content, limit);
            } else {
                break;
            }
            codings.remove(codings.size() - 1);
        }
        return new Decoded(content, codings);
    }

    private static List<String> codings(String header) {
        List<String> codings = new ArrayList<>();
        for (String element : header.split(",", -1)) {
            String name = element.strip().toLowerCase(Locale.ROOT);
            if (!name.isEmpty() && !name.equals("identity")) {
                codings.add(name.equals("x-gzip") ? "gzip" : name);
            }
        }
        if (codings.size() > MOST) {
            throw new RequestRefusedException(
                    Reason.REQUEST_INVALID,
                    "The body has " + codings.size() + " content codings.",
                    "Send it with at most " + MOST + ".");
        }
        return codings;
    }
}
