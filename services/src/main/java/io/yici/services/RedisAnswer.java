package io.yici.services;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What a Redis server says to one inline command on a connection of its own; enough to look after a server. */
final class RedisAnswer {
    private static final int PATIENCE_MILLIS = 5_000;

    private RedisAnswer() {}

    /** The first line of a short answer, or the whole of a text (empty for none); an error answer fails. */
    static String to(int port, String command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 1_000);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return read(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        }
    }

    /** Empty while the server does not answer, or answers with an error. */
    static Optional<String> tried(int port, String command) {
        try {
            return Optional.of(to(port, command));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String read(BufferedReader in) throws IOException {
        String first = in.readLine();
        if (first == null || first.isEmpty() || first.charAt(0) == '-') {
            throw new IOException("Redis answered " + first);
        }
        if (first.charAt(0) != '$') {
            return first.substring(1);
        }
        char[] text = new char[Math.max(0, Integer.parseInt(first.substring(1)))];
        for (int read = 0; read < text.length; ) {
            int more = in.read(text, read, text.length - read);
            if (more < 0) {
                throw new IOException("Redis hung up in the middle of its answer");
            }
            read += more;
        }
        return new String(text);
    }
}
