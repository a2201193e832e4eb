package io.yici.http.client;

import java.net.http.HttpClient;

/** A program of its own that builds a client and says so; with {@code -Dask} it asks about the URL connection. */
final class ClientBuilder {
    private ClientBuilder() {}

    public static void main(String[] arguments) {
        if (System.getProperty("ask") != null) {
            SilentRetries.warnOfUrlConnection();
            System.out.println("url connection " + SilentRetries.inUrlConnection());
        } else {
            IdempotentCalls.builder().build().over(HttpClient.newHttpClient());
            System.out.println("built");
        }
    }
}
