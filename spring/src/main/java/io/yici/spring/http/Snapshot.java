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
        String coding = codingOf(all);
        byte[] bytes = response.bytes();
        return coding.isEmpty()
                ? KeptResponse.of(response.status(), kept, bytes)
                : decoded(response, rules, kept, coding);
    }

    private static KeptResponse decoded(HeldResponse response, RouteRules rules, List<Header> kept, String coding)
            throws IOException {
        byte[] bytes = response.bytes();
        try {
            ContentCodings.Decoded plain = ContentCodings.decode(bytes, coding, (int) rules.keptLimit());
            if (plain.left().isEmpty()) {
                return KeptResponse.of(response.status(), kept, plain.body());
            }
        } catch (RequestRefusedException tooLongOrDamaged) {
            return KeptResponse.withoutBody(response.status(), kept);
        }
        List<Header> withCoding = new ArrayList<>(kept);
        withCoding.add(new Header(HttpHeaders.CONTENT_ENCODING, coding));
        return KeptResponse.of(response.status(), withCoding, bytes);
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
