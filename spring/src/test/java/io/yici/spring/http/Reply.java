package io.yici.spring.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A response as it came over the wire.
 *
 * @param status its code
 * @param lines header lines, as they were
 * @param body one character for each byte
 */
record Reply(int status, List<String> lines, String body) {
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private static final Set<String> KEPT = Set.of(
            "content-type",
            "content-language",
            "content-disposition",
            "location",
            "content-location",
            "etag",
            "last-modified",
            "link");

    /** Sends a request over a connection of its own and reads until the server hangs up. */
    static Reply to(Ask ask, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream().write(ask.written());
            socket.getOutputStream().flush();
            return read(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
        }
    }

    private static Reply read(String all) {
        int end = all.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new AssertionError("this is no response: '" + all + "'");
        }
        List<String> head = Arrays.asList(all.substring(0, end).split("\r\n"));
        String body = all.substring(end + 4);
        Reply reply = new Reply(Integer.parseInt(head.get(0).split(" ")[1]), head.subList(1, head.size()), body);
        return reply.header("Transfer-Encoding").isEmpty() ? reply : reply.unchunked();
    }

    private Reply unchunked() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int line = body.indexOf("\r\n", at);
            int length = Integer.parseInt(body.substring(at, line), 16);
            if (length == 0) {
                return new Reply(status, lines, whole.toString(StandardCharsets.ISO_8859_1));
            }
            whole.writeBytes(body.substring(line + 2, line + 2 + length).getBytes(StandardCharsets.ISO_8859_1));
            at = line + 2 + length + 2;
        }
    }

    /** The lines of this header, whole and in their order. */
    List<String> header(String name) {
        return lines.stream().filter(line -> name(line).equalsIgnoreCase(name)).toList();
    }

    boolean isReplay() {
        return header("Idempotent-Replayed").equals(List.of("Idempotent-Replayed: true"));
    }

    /** What a replay must repeat: status, kept header lines (those of one name in their order) and body. */
    Reply same() {
        return new Reply(
                status,
                lines.stream()
                        .filter(line -> KEPT.contains(name(line).toLowerCase(Locale.ROOT)))
                        .sorted(Comparator.comparing(Reply::name))
                        .toList(),
                body);
    }

    /** The body as UTF-8. */
    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String name(String line) {
        return line.split(":", 2)[0];
    }
}
