package io.yici.http.client.spring;

import io.yici.http.client.Answer;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpResponse;

/** An answer of a Spring request factory, read into memory when it is needed. */
final class SpringAnswer implements Answer<ClientHttpResponse> {
    private final ClientHttpResponse response;
    private final int status;
    private byte @Nullable [] content;

    SpringAnswer(ClientHttpResponse response) throws IOException {
        this.response = response;
        this.status = response.getStatusCode().value();
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(response.getHeaders().getFirst(name));
    }

    @Override
    public byte[] content() throws IOException {
        if (content == null) {
            try (response) {
                content = whole(response.getBody().readAllBytes());
            }
        }
        return content;
    }

    @Override
    public ClientHttpResponse accept() throws IOException {
        return new ReadResponse(response.getStatusCode(), response.getStatusText(), response.getHeaders(), content());
    }

    @Override
    public void discard() {
        response.close();
    }
}
