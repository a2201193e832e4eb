package io.yici.spring.http;

import io.yici.http.ContentCodings;
import io.yici.http.KeptResponse;
import io.yici.http.KeptResponse.Header;
import io.yici.http.RequestRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpHeaders;

/** What is kept of a held response for its repeats. */
final class Snapshot {
    private Snapshot() {}

    /**
     * Status, the headers that are kept, and the body where it is short enough. A body that was coded inside of the
     * guard is kept as it is without the coding, so that a repeat need not accept that one.
     */
    static KeptResponse of(HeldResponse response, RouteRules rules) throws IOException {
        List<Header> all = response.headers();
        List<Header> kept = rules.keptHeaders().of(all);
        HeldResponse.Error error = response.error();
        if (error != null) {
            return KeptResponse.ofError(error.status(), error.message(), kept);
        }
        if (response.length() > rules.keptLimit()) {
            return KeptResponse.withoutBody(response.status(), kept);
        }
        return of(response.status(), kept, response.bytes(), codingOf(all), rules);
    }

    /** The same of a response that was copied while it was sent. */
    static KeptResponse of(CopiedResponse response, RouteRules rules) {
        List<Header> kept = rules.keptHeaders().of(response.headers());
        byte[] bytes = response.copy();
        return bytes == null
                ? KeptResponse.withoutBody(response.getStatus(), kept)
                : of(response.getStatus(), kept, bytes, response.coding(), rules);
    }

    private static KeptResponse of(int status, List<Header> kept, byte[] bytes, String coding, RouteRules rules) {
        if (coding.isEmpty()) {
            return KeptResponse.of(status, kept, bytes);
        }
        try {
            ContentCodings.Decoded plain = ContentCodings.decode(bytes, coding, (int) rules.keptLimit());
            if (plain.left().isEmpty()) {
                return KeptResponse.of(status, kept, plain.body());
            }
        } catch (RequestRefusedException tooLongOrDamaged) {
            return KeptResponse.withoutBody(status, kept);
        }
        List<Header> withCoding = new ArrayList<>(kept);
        withCoding.add(new Header(HttpHeaders.CONTENT_ENCODING, coding));
        return KeptResponse.of(status, withCoding, bytes);
    }

    private static String codingOf(List<Header> headers) {
        return String.join(
                ", ",
                headers.stream()
                        .filter(header -> header.name().equalsIgnoreCase(HttpHeaders.CONTENT_ENCODING))
                        .map(Header::value)
                        .toList());
    }
}
