package io.yici.services;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Any protocol: bytes pass as they come, and none of them commits. */
final class UnknownConversation implements Conversation {
    private final InputStream client;
    private final byte[] buffer = new byte[8192];

    UnknownConversation(InputStream client) {
        this.client = client;
    }

    @Override
    public @Nullable Request next() throws IOException {
        int length = client.read(buffer);
        return length < 0 ? null : new Request(Arrays.copyOf(buffer, length), false);
    }

    @Override
    public boolean answered(byte[] bytes, int length) {
        return true;
    }
}
