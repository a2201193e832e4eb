package io.yici.spring.http;

import io.yici.http.KeyRules;
import java.time.Instant;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Gives a caller a token for one use of an operation. It changes nothing, so that it is a GET and needs no protection
 * against forged requests; and it is never cached, so that no two pages carry the same token.
 */
@RestController
final class TokenEndpoint {
    private final TokenIssuer issuer;

    TokenEndpoint(TokenIssuer issuer) {
        this.issuer = issuer;
    }

    /**
     * What is issued.
     *
     * @param operation it is good for
     * @param token the key to send
     * @param header in which a script sends it
     * @param field in which a form sends it
     * @param issuedAt when, by this server's clock: the client's may be wrong by any time
     * @param expiresAt until when it can be used for the first time
     */
    record Issued(String operation, String token, String header, String field, Instant issuedAt, Instant expiresAt) {}

    @GetMapping("${yici.http.token-path:${yici.http.path:/idempotency}/tokens}")
    ResponseEntity<?> issue(@RequestParam String operation) {
        if (!issuer.issuesFor(operation)) {
            return IdempotencyEndpoint.unknown("There is no operation '" + operation + "' that takes tokens.");
        }
        TokenIssuer.FormToken token = issuer.issue(operation);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .body(new Issued(
                        operation, token.value(), KeyRules.HEADER, token.field(), token.issuedAt(), token.expiresAt()));
    }
}
