package io.yici.http.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * A program of its own that builds a client and sends to the address it is given; or asks about URL connections
 * ({@code -Dask}).
 */
final class ClientBuilder {
    private ClientBuilder() {}

    public static void main(String[] arguments) {
        if (System.getProperty("ask") != null) {
            SilentRetries.warnOfUrlConnection();
            System.out.println("url connection " + SilentRetries.inUrlConnection());
        } else {
            IdempotentHttpClient client =
                    IdempotentCalls.builder().attempts(1).build().over(HttpClient.newHttpClient());
            System.out.println("built");
            if (arguments.length > 0) {
                send(client, URI.create(arguments[0]));
            }
        }
    }

    private static void send(IdempotentHttpClient client, URI uri) {
        try {
            client.send(
                    HttpRequest.newBuilder(uri)
                            .POST(BodyPublishers.ofString("x"))
                            .build(),
                    BodyHandlers.discarding());
        } catch (UnansweredException ended) {
            System.out.println(ended.getClass().getSimpleName());
        }
    }
}
