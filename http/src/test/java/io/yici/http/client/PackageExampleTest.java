package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the package's documentation, run: lost for good, sent again, noted, forgotten, called anew. */
class PackageExampleTest {
    @TempDir
    private Path keys;

    private final List<String> noted = new ArrayList<>();

    @Test
    void theExampleOfThePackageDoesWhatItSays() {
        try (KeyedServer server = new KeyedServer()) {
            server.script(
                    KeyedServer.Step.runAndDrop(), KeyedServer.Step.runAndDrop(), KeyedServer.Step.refuse(503, ""));
            checkout(server);
            assertThat(noted).containsExactly("unknown");
            checkout(server);
            checkout(server);
            assertThat(noted)
                    .containsExactly(
                            "unknown", "receipt of one book, replayed true", "receipt of one book, replayed false");
            assertThat(server.effects()).hasSize(2);
        }
    }

    private void checkout(KeyedServer server) {
        IdempotentCalls calls = IdempotentCalls.builder()
                .keyStore(new FileKeyStore(keys))
                .serverRetention(Duration.ofHours(24))
                .attempts(2)
                .backoff(Duration.ofMillis(1), Duration.ofMillis(2))
                .build();
        IdempotentHttpClient http = calls.over(HttpClient.newHttpClient());
        HttpRequest request = HttpRequest.newBuilder(server.uri())
                .POST(BodyPublishers.ofString("one book"))
                .build();

        Call call = calls.call("checkout-42");
        try {
            CallOutcome<HttpResponse<String>> outcome = http.send(call, request, BodyHandlers.ofString());
            noted.add(outcome.response().body() + ", replayed " + outcome.replayed());
            calls.forget("checkout-42");
        } catch (CallOutcomeUnknownException unknown) {
            noted.add("unknown");
        } catch (CallNotSentException unsent) {
            noted.add("not sent");
        }
    }
}
