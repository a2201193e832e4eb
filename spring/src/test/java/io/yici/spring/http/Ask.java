package io.yici.spring.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request, line by line as it goes over the wire. Lines are Latin-1, so that any byte can be in one; nothing is
 * checked or tidied up.
 *
 * @param start the request line without its version
 * @param lines header lines without their ends
 * @param chunks what the body consists of
 * @param chunked whether the body is sent in these chunks instead of with its length
 */
record Ask(String start, List<String> lines, List<String> chunks, boolean chunked) {
    private static final String KEY = "Idempotency-Key: ";

    /** A POST by alice. */
    static Ask post(String path) {
        return new Ask("POST " + path, List.of(), List.of(), false).as("alice");
    }

    Ask to(String otherPath) {
        return new Ask(start.split(" ", 2)[0] + " " + otherPath, lines, chunks, chunked);
    }

    Ask by(String method) {
        return new Ask(method + " " + start.split(" ", 2)[1], lines, chunks, chunked);
    }

    /** One more line of the key header; its value as it is. */
    Ask key(String value) {
        return line(KEY + value);
    }

    /** This key instead of the one before. */
    Ask keyInstead(String value) {
        return without(KEY).key(value);
    }

    /** With the first access token of this user. */
    Ask as(String user) {
        return token(user + ".1");
    }

    Ask token(String token) {
        return without("Authorization:").line("Authorization: Bearer " + token);
    }

    Ask anonymous() {
        return without("Authorization:");
    }

    Ask line(String more) {
        List<String> all = new ArrayList<>(lines);
        all.add(more);
        return new Ask(start, all, chunks, chunked);
    }

    Ask json(String body) {
        return body("application/json", body);
    }

    /** With this text as its body, in UTF-8. */
    Ask body(String type, String body) {
        return bytes(type, body.getBytes(StandardCharsets.UTF_8));
    }

    Ask bytes(String type, byte[] body) {
        Ask typed = without("Content-Type:").line("Content-Type: " + type);
        return new Ask(typed.start, typed.lines, List.of(new String(body, StandardCharsets.ISO_8859_1)), false);
    }

    /** Sends its body in chunks of this many bytes, without saying how long it is. */
    Ask inChunksOf(int size) {
        String whole = String.join("", chunks);
        List<String> pieces = new ArrayList<>();
        for (int at = 0; at < whole.length(); at += size) {
            pieces.add(whole.substring(at, Math.min(whole.length(), at + size)));
        }
        return new Ask(start, lines, pieces, true);
    }

    private Ask without(String beginning) {
        return new Ask(
                start,
                lines.stream().filter(line -> !line.startsWith(beginning)).toList(),
                chunks,
                chunked);
    }

    /** All of it. */
    byte[] written() {
        StringBuilder head = new StringBuilder(start + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n");
        lines.forEach(line -> head.append(line).append("\r\n"));
        String body = String.join("", chunks);
        head.append(chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length())
                .append("\r\n\r\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(latin(head.toString()));
        if (chunked) {
            chunks.forEach(
                    chunk -> out.writeBytes(latin(Integer.toHexString(chunk.length()) + "\r\n" + chunk + "\r\n")));
            out.writeBytes(latin("0\r\n\r\n"));
        } else {
            out.writeBytes(latin(body));
        }
        return out.toByteArray();
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
