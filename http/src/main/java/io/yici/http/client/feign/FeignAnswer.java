package io.yici.http.client.feign;

import feign.Response;
import io.yici.http.client.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An answer of a Feign client, read into memory when it is needed. */
final class FeignAnswer implements Answer<Response> {
    private final Response response;
    private byte @Nullable [] content;

    FeignAnswer(Response response) {
        this.response = response;
    }

    @Override
    public int status() {
        return response.status();
    }

    @Override
    public Optional<String> header(String name) {
        return response.headers().entrySet().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(field -> (Collection<String>) field.getValue())
                .flatMap(Collection::stream)
                .findFirst();
    }

    @Override
    public byte[] content() throws IOException {
        if (content == null) {
            try (response;
                    InputStream body = response.body() == null
                            ? InputStream.nullInputStream()
                            : response.body().asInputStream()) {
                content = whole(body.readAllBytes());
            }
        }
        return content;
    }

    @Override
    public Response accept() throws IOException {
        return response.body() == null
                ? response
                : response.toBuilder().body(content()).build();
    }

    @Override
    public void discard() {
        response.close();
    }
}
