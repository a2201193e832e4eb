package io.yici.redis;

import java.util.UUID;

/** Who holds a key: one acquisition, not a thread or a host. */
final class Owner {
    private Owner() {}

    /** A random text that no other acquisition has. */
    static String next() {
        return UUID.randomUUID().toString();
    }
}
