package io.yici.services;

import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What one client and its server say to each other, understood well enough to find the COMMIT and its answer. */
interface Conversation {
    /** The client's next message, whole; null at the end of the stream. */
    @Nullable Request next() throws IOException;

    /** Whether the server, having sent {@code length} more bytes, has said all it has to say to the last message. */
    boolean answered(byte[] bytes, int length);

    /** A message as it goes to the server; nobody changes its bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Request(byte[] bytes, boolean commits) {}

    static boolean isCommit(String sql) {
        return sql.strip().toLowerCase(Locale.ROOT).matches("commit\\s*;?");
    }
}
