package io.yici.services;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** MySQL's and MariaDB's protocol (MySQL source documentation, "Client/Server Protocol"). A COMMIT is a COM_QUERY. */
final class MysqlConversation implements Conversation {
    private static final int HEADER = 4;
    private static final int COM_QUERY = 3;
    private static final int TLS_REQUEST_LENGTH = 32;

    private final DataInputStream client;

    MysqlConversation(InputStream client) {
        this.client = new DataInputStream(client);
    }

    @Override
    public @Nullable Request next() throws IOException {
        int first = client.read();
        if (first < 0) {
            return null;
        }
        int second = client.readUnsignedByte();
        int third = client.readUnsignedByte();
        int sequence = client.readUnsignedByte();
        int length = first | second << 8 | third << 16;
        if (sequence == 1 && length == TLS_REQUEST_LENGTH) {
            throw new IOException("the client starts TLS, in which nothing can be seen: sslMode=DISABLED");
        }
        byte[] bytes = new byte[HEADER + length];
        bytes[0] = (byte) first;
        bytes[1] = (byte) second;
        bytes[2] = (byte) third;
        bytes[3] = (byte) sequence;
        client.readFully(bytes, HEADER, length);
        return new Request(bytes, sequence == 0 && length > 1 && bytes[HEADER] == COM_QUERY && commits(bytes));
    }

    /** The answer to a COMMIT is one small packet: its first byte shows that the server has done it. */
    @Override
    public boolean answered(byte[] bytes, int length) {
        return true;
    }

    /** Newer servers and clients put two bytes, the number of query attributes, before the text. */
    private static boolean commits(byte[] bytes) {
        int start = HEADER + 1;
        while (start < bytes.length && bytes[start] >= 0 && bytes[start] <= ' ') {
            start++;
        }
        return Conversation.isCommit(new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8));
    }
}
