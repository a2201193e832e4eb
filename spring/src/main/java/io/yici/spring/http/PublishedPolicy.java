package io.yici.spring.http;

import io.yici.OperationSettings;
import io.yici.http.KeyRules;
import io.yici.spring.web.ReplayHeader;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What clients may rely on, as draft-ietf-httpapi-idempotency-key-header §2.3 asks a server to publish it. Periods are
 * ISO 8601, sizes bytes.
 *
 * @param header the request header that carries the key
 * @param replayHeader the response header that marks a replay
 * @param tokensAt path under which tokens are fetched; empty for nowhere
 * @param operations every guarded operation
 */
public record PublishedPolicy(String header, String replayHeader, String tokensAt, List<OperationPolicy> operations) {

    /**
     * The policy of one operation.
     *
     * @param operation its name, by which the status of a key is asked for
     * @param routes method and pattern, as in {@code POST /orders}
     * @param keyRequired whether a request without a key is refused
     * @param keySyntax what a key may look like
     * @param maxKeyBytes longest key
     * @param keyPointer JSON pointer to the member of the body that may carry the key, if any
     * @param keyField name of the form field that may carry the key, if any
     * @param token none, accepted or required: whether keys are form tokens
     * @param answersFor how long a repeat gets the first answer
     * @param refusesFor how long after that a repeat is refused instead of run again
     * @param maxRequestBytes largest body
     * @param maxKeptResponseBytes largest response that a repeat gets again
     * @param callsOtherSystems whether its outcome can be unknown until it is settled
     */
    public record OperationPolicy(
            String operation,
            List<String> routes,
            boolean keyRequired,
            String keySyntax,
            int maxKeyBytes,
            @Nullable String keyPointer,
            @Nullable String keyField,
            String token,
            String answersFor,
            String refusesFor,
            long maxRequestBytes,
            long maxKeptResponseBytes,
            boolean callsOtherSystems) {

        static OperationPolicy of(Route route) {
            RouteRules rules = route.rules();
            OperationSettings settings = route.store().settings(route.name());
            return new OperationPolicy(
                    route.name(),
                    route.endpoints().stream()
                            .map(endpoint -> endpoint.httpMethod() + " " + endpoint.pattern())
                            .toList(),
                    rules.keyRequired(),
                    rules.key().syntax().name().toLowerCase(Locale.ROOT),
                    rules.key().maxBytes(),
                    rules.pointer() == null ? null : rules.pointer().pointer(),
                    rules.field() == null ? null : rules.field().name(),
                    rules.tokens().name().toLowerCase(Locale.ROOT),
                    settings.answersFor().toString(),
                    settings.refusesFor().toString(),
                    rules.requestLimit(),
                    rules.keptLimit(),
                    rules.external());
        }
    }

    static PublishedPolicy of(Routes routes, String tokensAt) {
        return new PublishedPolicy(
                KeyRules.HEADER,
                ReplayHeader.NAME,
                tokensAt,
                routes.all().stream()
                        .map(OperationPolicy::of)
                        .sorted(Comparator.comparing(OperationPolicy::operation))
                        .toList());
    }
}
