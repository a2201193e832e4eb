package io.yici.http;

import io.yici.http.KeptResponse.Header;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which headers of a response are kept for repeats: an allow-list, compared without case.
 *
 * <p>Some can never be kept, because an old value would harm a later request or be untrue for it: cookies, challenges,
 * CORS, caching, dates, rate limits, trace ids, what belongs to one connection or one encoding, and what Yici itself
 * says. {@code Vary} may be asked for: repeated, it means the same. Immutable and thread-safe.
 */
public final class KeptHeaders {
    private static final Set<String> NEVER = sorted(List.of(
            "Set-Cookie",
            "Set-Cookie2",
            "WWW-Authenticate",
            "Proxy-Authenticate",
            "Authentication-Info",
            "Proxy-Authentication-Info",
            "Date",
            "Age",
            "Cache-Control",
            "Retry-After",
            "Idempotent-Replayed",
            "Content-Length",
            "Content-Encoding",
            "Connection",
            "Keep-Alive",
            "Proxy-Connection",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "traceparent",
            "tracestate",
            "baggage",
            "b3",
            "X-Request-Id",
            "X-Correlation-Id",
            "X-Trace-Id",
            "X-Amzn-Trace-Id",
            "X-Cloud-Trace-Context"));

    private static final List<String> NEVER_BEGINNING =
            List.of("access-control-", "ratelimit", "x-ratelimit", "x-rate-limit", "x-b3-");

    /** A field name is a token (RFC 9110 §5.6.2). */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private static final KeptHeaders DEFAULTS = new KeptHeaders(sorted(List.of(
            "Content-Type",
            "Content-Language",
            "Content-Disposition",
            "Location",
            "Content-Location",
            "ETag",
            "Last-Modified",
            "Link")));

    private final Set<String> names;

    private KeptHeaders(Set<String> names) {
        this.names = names;
    }

    /** What describes the content or leads to it: Content-Type, -Language, -Disposition, -Location, ETag and so on. */
    public static KeptHeaders defaults() {
        return DEFAULTS;
    }

    /**
     * Keeps more.
     *
     * @throws IllegalArgumentException when one is no header name, or of those that are never kept
     */
    public KeptHeaders and(Collection<String> more) {
        for (String name : more) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("more must hold names of headers, not \"" + name + "\"");
            }
            if (isNeverKept(name)) {
                throw new IllegalArgumentException("the header " + name
                        + " must not be kept: an old value would be untrue or harmful for a later request");
            }
        }
        Set<String> all = sorted(names);
        all.addAll(more);
        return new KeptHeaders(all);
    }

    /** Whether a header of this name is kept. */
    public boolean keeps(String name) {
        return names.contains(name);
    }

    /** Those that are kept, in their order and with their repetitions. */
    public List<Header> of(List<Header> all) {
        return all.stream().filter(header -> keeps(header.name())).toList();
    }

    private static boolean isNeverKept(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NEVER.contains(name) || NEVER_BEGINNING.stream().anyMatch(lower::startsWith);
    }

    private static Set<String> sorted(Collection<String> names) {
        Set<String> sorted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        sorted.addAll(names);
        return sorted;
    }
}
