package io.yici.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The Lua scripts this module runs on Redis. Each works on exactly one key, which it takes, keeps or gives up in the
 * name of an owner, and answers 1 or 0. Each may be sent twice without harm.
 */
public enum RedisScript {
    /** Takes the key unless another owner has it: value and time to live at once. Arguments: owner, milliseconds. */
    TAKE("take.lua"),
    /** Lets the owner's key live on from now. Arguments: owner, milliseconds. */
    KEEP("keep.lua"),
    /** Removes the owner's key. Argument: owner. */
    LEAVE("leave.lua");

    private final String text;
    private final String digest;

    RedisScript(String resource) {
        byte[] bytes = read(resource);
        this.text = new String(bytes, StandardCharsets.UTF_8);
        this.digest = sha1(bytes);
    }

    /** The source, for EVAL. */
    public String text() {
        return text;
    }

    /** SHA-1 of the source in lower-case hexadecimal digits, for EVALSHA. */
    public String digest() {
        return digest;
    }

    private static byte[] read(String resource) {
        try (InputStream in = RedisScript.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing beside " + RedisScript.class);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }

    private static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-1", impossible);
        }
    }
}
