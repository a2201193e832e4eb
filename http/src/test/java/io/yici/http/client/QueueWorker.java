package io.yici.http.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

/** A program of its own that sends one queued intent: directory of keys, address, intent. */
final class QueueWorker {
    private QueueWorker() {}

    public static void main(String[] arguments) {
        IdempotentCalls calls = IdempotentCalls.builder()
                .keyStore(new FileKeyStore(Path.of(arguments[0])))
                .totalDeadline(Duration.ofMinutes(1))
                .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[1]))
                .POST(BodyPublishers.ofString(arguments[2]))
                .build();
        CallOutcome<HttpResponse<String>> outcome =
                calls.over(HttpClient.newHttpClient()).send(calls.call(arguments[2]), request, BodyHandlers.ofString());
        System.out.println(outcome.response().body() + (outcome.replayed() ? ", replayed" : ""));
    }
}
