package io.yici.http.client.webhook;

import java.net.URI;
import java.util.List;

/**
 * Where webhooks go, and what signs them.
 *
 * @param uri an absolute {@code http} or {@code https} address; over plain {@code http} anybody in between can read
 * @param secrets the newest first; while a receiver changes over, the old one signs too; at least one
 */
public record WebhookEndpoint(URI uri, List<WebhookSecret> secrets) {
    /** Checks and copies. */
    public WebhookEndpoint {
        if (uri.getHost() == null || !List.of("http", "https").contains(uri.getScheme())) {
            throw new IllegalArgumentException("uri must be an absolute http or https address");
        }
        if (uri.getUserInfo() != null) {
            throw new IllegalArgumentException("uri must hold no user and password: it stands in messages and logs");
        }
        secrets = List.copyOf(secrets);
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("secrets must hold at least one, or the receiver can believe anybody");
        }
    }

    /** One with one secret. */
    public static WebhookEndpoint at(String uri, WebhookSecret secret) {
        return new WebhookEndpoint(URI.create(uri), List.of(secret));
    }

    /** Without a query, which can hold what is secret. */
    @Override
    public String toString() {
        return uri.getScheme() + "://" + uri.getAuthority() + uri.getPath();
    }
}
