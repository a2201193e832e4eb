package io.yici.spring.http;

import io.yici.Fingerprint;
import io.yici.http.ContentCodings;
import io.yici.http.KeyRules;
import io.yici.http.RequestFingerprint;
import io.yici.http.RequestRefusedException;
import io.yici.http.RequestRefusedException.Reason;
import io.yici.json.CanonicalJson;
import io.yici.spring.http.HttpOptions.Comparison;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Reads what a request asks, and under which key, before anything runs. Thread-safe. */
final class RequestReader {
    private static final String CSRF_FIELD = "_csrf";

    private final @Nullable CanonicalJson json;

    /** @param json null where there is no library to read JSON with, which is then compared byte for byte */
    RequestReader(@Nullable CanonicalJson json) {
        this.json = json;
    }

    /**
     * What was read.
     *
     * @param key null when there is none and none is required
     * @param body as it came, to be given to the handler; null where the container gives it out
     */
    record Read(@Nullable String key, Fingerprint fingerprint, byte @Nullable [] body) {}

    /** Whether the key may be in the body of this request, which must then be read to find out. */
    static boolean mayBeInBody(HttpServletRequest request, RouteRules rules) {
        return rules.pointer() != null || (rules.field() != null && RequestBody.isForm(request));
    }

    /** The key in the header, or null; refuses one that cannot be used. */
    @Nullable String keyInHeader(HttpServletRequest request, RouteRules rules) {
        return rules.key().keyInHeader(Collections.list(request.getHeaders(KeyRules.HEADER)));
    }

    /**
     * Reads the body and prints the request.
     *
     * @throws RequestRefusedException when the body is too long or cannot be read, or the key is missing or not one
     */
    Read read(HttpServletRequest request, Target target, Route route, @Nullable String inHeader) throws IOException {
        RouteRules rules = route.rules();
        RequestBody body = RequestBody.read(request, rules.requestLimit());
        ContentCodings.Decoded decoded = ContentCodings.decode(
                body.bytes(),
                String.join(", ", Collections.list(request.getHeaders(HttpHeaders.CONTENT_ENCODING))),
                rules.requestLimit());
        String key = key(inHeader, inBody(request, body, decoded, rules), rules);
        RequestFingerprint asked = withWay(RequestFingerprint.of(route.name(), target.scope()), request, target, route);
        return new Read(key, fingerprint(asked, request, target, body, decoded, rules), body.forHandler());
    }

    /** A handler may take several ways; what is asked by one is not to be answered with what was done by another. */
    private static RequestFingerprint withWay(
            RequestFingerprint asked, HttpServletRequest request, Target target, Route route) {
        if (!request.getMethod().equals("POST")) {
            asked = asked.header(":method", List.of(request.getMethod()));
        }
        return route.hasSeveralPatterns() ? asked.header(":pattern", List.of(target.pattern())) : asked;
    }

    private static @Nullable String inBody(
            HttpServletRequest request, RequestBody body, ContentCodings.Decoded decoded, RouteRules rules) {
        if (body.form() != null) {
            return rules.field() == null ? null : rules.field().keyIn(body.form(), request.getQueryString());
        }
        return rules.pointer() == null || !body.isJson() || !decoded.left().isEmpty()
                ? null
                : rules.pointer().keyIn(decoded.body());
    }

    private static @Nullable String key(@Nullable String inHeader, @Nullable String inBody, RouteRules rules) {
        if (inBody == null) {
            return inHeader;
        }
        String checked = rules.key().keyInBody(inBody);
        if (inHeader != null && !inHeader.equals(checked)) {
            throw new RequestRefusedException(
                    Reason.KEYS_DIFFER,
                    "The header " + KeyRules.HEADER + " and the body name different keys.",
                    "Send one key, or the same in both.");
        }
        return checked;
    }

    private Fingerprint fingerprint(
            RequestFingerprint asked,
            HttpServletRequest request,
            Target target,
            RequestBody body,
            ContentCodings.Decoded decoded,
            RouteRules rules) {
        if (rules.compare() == Comparison.NOTHING) {
            return asked.build();
        }
        asked = asked.query(request.getQueryString())
                .header("matrix-variables", target.matrixVariables())
                .mediaType(request.getContentType())
                .codings(decoded.left());
        for (String header : rules.compareHeaders()) {
            asked = asked.header(header, Collections.list(request.getHeaders(header)));
        }
        return rules.compare() == Comparison.BYTES
                ? asked.bytes(decoded.body()).build()
                : withContent(asked, body, decoded, rules).build();
    }

    private RequestFingerprint withContent(
            RequestFingerprint asked, RequestBody body, ContentCodings.Decoded decoded, RouteRules rules) {
        if (body.parts() != null) {
            Set<String> ignored = ignoredFields(rules);
            return asked.multipart(body.parts().stream()
                    .filter(part -> part.fileName() != null || !ignored.contains(part.name()))
                    .toList());
        }
        if (body.form() != null) {
            Map<String, List<String>> pairs = new LinkedHashMap<>(body.form());
            pairs.keySet().removeAll(ignoredFields(rules));
            return asked.form(pairs);
        }
        if (body.isJson() && json != null && decoded.left().isEmpty() && decoded.body().length > 0) {
            return asked.json(decoded.body(), canonical(json, rules));
        }
        // The same bytes in another charset say something else.
        return asked.header(":charset", body.charset()).bytes(decoded.body());
    }

    /**
     * A form is flat: what is ignored of it is named as the members of an object are, by {@code /name}. The key is no
     * content, for the header may carry it next time; nor is a token against forged requests, which Spring Security
     * masks anew on every page.
     */
    private static Set<String> ignoredFields(RouteRules rules) {
        Set<String> ignored = rules.ignoredMembers().stream()
                .filter(pointer -> pointer.startsWith("/"))
                .map(pointer -> pointer.substring(1).replace("~1", "/").replace("~0", "~"))
                .collect(Collectors.toCollection(HashSet::new));
        ignored.add(CSRF_FIELD);
        if (rules.field() != null) {
            ignored.add(rules.field().name());
        }
        return ignored;
    }

    /** The member that carries the key is no content: the header may carry the same key next time. */
    private static CanonicalJson canonical(CanonicalJson json, RouteRules rules) {
        Set<String> ignored = new java.util.LinkedHashSet<>(rules.ignoredMembers());
        if (rules.pointer() != null) {
            ignored.add(rules.pointer().pointer());
        }
        return json.without(ignored).maxBytes(rules.requestLimit());
    }
}
