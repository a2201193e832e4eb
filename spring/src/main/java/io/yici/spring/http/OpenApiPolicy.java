package io.yici.spring.http;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.yici.OperationSettings;
import io.yici.guard.TokenUse;
import io.yici.http.KeyRules;
import io.yici.spring.web.ReplayHeader;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/** Writes the policy of guarded handlers into the OpenAPI description that springdoc makes. Thread-safe. */
public final class OpenApiPolicy implements OperationCustomizer {
    private final RouteTable table;
    private final String tokensAt;

    /** Describes what the table holds. */
    public OpenApiPolicy(RouteTable table, HttpProperties properties) {
        this.table = table;
        this.tokensAt = properties.tokensAt();
    }

    @Override
    public Operation customize(Operation described, HandlerMethod handler) {
        table.routes().of(handler).stream().findFirst().ifPresent(route -> describe(described, route));
        return described;
    }

    private void describe(Operation described, Route route) {
        OperationSettings settings = route.store().settings(route.name());
        RouteRules rules = route.rules();
        described.addParametersItem(new Parameter()
                .in("header")
                .name(KeyRules.HEADER)
                .required(rules.keyRequired() && rules.pointer() == null)
                .description(wanted(rules.tokens()) + ", the same on every try of this request. A repeat gets the first"
                        + " answer for " + settings.answersFor() + ", and is refused for " + settings.refusesFor()
                        + " after that (ISO 8601).")
                .schema(new StringSchema()
                        .minLength(rules.key().minBytes())
                        .maxLength(rules.key().maxBytes())));
        ApiResponses responses = described.getResponses() == null ? new ApiResponses() : described.getResponses();
        responses.values().forEach(OpenApiPolicy::markReplays);
        refusal(responses, "400", "The key is missing or malformed, or the request cannot be read.");
        refusal(
                responses,
                "409",
                "The same request is being processed (retryable, see Retry-After), or was processed and cannot be"
                        + " answered again.");
        if (rules.tokens() != TokenUse.NONE) {
            refusal(responses, "403", "The token was not issued to this caller for this operation.");
            refusal(responses, "412", "The token is past its time and nothing is recorded under it; fetch a new one.");
        }
        refusal(responses, "422", "The key was used for another request.");
        refusal(responses, "503", "Nothing was executed; the same request may be sent again under the same key.");
        described.setResponses(responses);
        described.addExtension("x-idempotency-operation", route.name());
    }

    private String wanted(TokenUse tokens) {
        String fetched = "a token" + (tokensAt.isEmpty() ? "" : " fetched by GET " + tokensAt + "?operation=…");
        return switch (tokens) {
            case NONE -> "A key of the client's own";
            case ACCEPTED -> "A key of the client's own, or " + fetched;
            case REQUIRED -> "A" + fetched.substring(1);
        };
    }

    private static void markReplays(ApiResponse response) {
        response.addHeaderObject(
                ReplayHeader.NAME, new Header().description("true on a replay").schema(new StringSchema()));
    }

    private static void refusal(ApiResponses responses, String status, String description) {
        responses.putIfAbsent(
                status,
                new ApiResponse()
                        .description(description)
                        .content(new Content()
                                .addMediaType("application/problem+json", new MediaType().schema(new ObjectSchema()))));
    }
}
