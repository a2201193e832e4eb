package io.yici.services;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's protocol, version 3 (manual, "Frontend/Backend Protocol"). A COMMIT is a simple Query, or the Execute of
 * a portal bound to a statement that was parsed from it: pgjdbc parses its COMMIT once and then only binds and executes
 * it.
 */
final class PostgresConversation implements Conversation {
    private static final int FIRST_TYPED_PROTOCOL = 3;
    private static final int START_UP_HEADER = 4;
    private static final int LONGEST_START_UP = 10_000;
    private static final int TYPED_HEADER = 5;
    private static final int READY_LENGTH = 6;

    private final DataInputStream client;
    private final Set<String> commitStatements = new HashSet<>();
    private final Set<String> commitPortals = new HashSet<>();
    private final byte[] tail = new byte[READY_LENGTH];
    private boolean typed;

    PostgresConversation(InputStream client) {
        this.client = new DataInputStream(client);
    }

    @Override
    public @Nullable Request next() throws IOException {
        int first = client.read();
        if (first < 0) {
            return null;
        }
        return typed ? typedMessage(first) : startUp(first);
    }

    /** Complete once ReadyForQuery ('Z', length 5, state) comes last. */
    @Override
    public boolean answered(byte[] bytes, int length) {
        for (int i = Math.max(0, length - READY_LENGTH); i < length; i++) {
            System.arraycopy(tail, 1, tail, 0, READY_LENGTH - 1);
            tail[READY_LENGTH - 1] = bytes[i];
        }
        return tail[0] == 'Z' && tail[1] == 0 && tail[2] == 0 && tail[3] == 0 && tail[4] == 5;
    }

    private Request startUp(int first) throws IOException {
        int length = first << 24 | client.readUnsignedByte() << 16 | client.readUnsignedShort();
        if (length <= START_UP_HEADER + 1 || length > LONGEST_START_UP) {
            throw new IOException("not PostgreSQL's plain protocol; with TLS nothing can be seen: sslmode=disable");
        }
        byte[] bytes = ByteBuffer.allocate(length).putInt(length).array();
        client.readFully(bytes, START_UP_HEADER, length - START_UP_HEADER);
        typed = bytes[START_UP_HEADER] == 0 && bytes[START_UP_HEADER + 1] == FIRST_TYPED_PROTOCOL;
        return new Request(bytes, false);
    }

    private Request typedMessage(int type) throws IOException {
        int length = client.readInt();
        byte[] bytes =
                ByteBuffer.allocate(1 + length).put((byte) type).putInt(length).array();
        client.readFully(bytes, TYPED_HEADER, bytes.length - TYPED_HEADER);
        return new Request(bytes, commits(type, new Text(bytes, TYPED_HEADER)));
    }

    private boolean commits(int type, Text body) {
        return switch (type) {
            case 'Q' -> Conversation.isCommit(body.next());
            case 'P' -> remember(commitStatements, body.next(), Conversation.isCommit(body.next()));
            case 'B' -> remember(commitPortals, body.next(), commitStatements.contains(body.next()));
            case 'E' -> commitPortals.contains(body.next());
            default -> false;
        };
    }

    /** Preparing a COMMIT is not yet one: the answer is always no. */
    private static boolean remember(Set<String> names, String name, boolean commits) {
        if (commits) {
            names.add(name);
        } else {
            names.remove(name);
        }
        return false;
    }

    /** Reads the zero-terminated strings a message body starts with. */
    private static final class Text {
        private final byte[] body;
        private int position;

        Text(byte[] body, int position) {
            this.body = body;
            this.position = position;
        }

        String next() {
            int start = position;
            while (position < body.length && body[position] != 0) {
                position++;
            }
            return new String(body, start, position++ - start, StandardCharsets.UTF_8);
        }
    }
}
