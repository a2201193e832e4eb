package io.yici.http.client;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** An answer made of what a test gives. */
record FixedAnswer(int status, Map<String, String> headers, String body) implements Answer<String> {
    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    @Override
    public byte[] content() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String accept() {
        return body;
    }

    @Override
    public void discard() {}
}
