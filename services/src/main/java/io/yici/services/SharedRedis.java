package io.yici.services;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Redis that tests share, each under its own key prefix: started when first asked for, or named by
 * {@code YICI_TEST_REDIS_URL}. Tests that flush, freeze or stop a server start their own. Thread safe.
 */
public final class SharedRedis {
    private static final LazyUrl SERVER = new LazyUrl(System.getenv());

    private SharedRedis() {}

    /** Such as {@code redis://127.0.0.1:6379}. */
    public static String url() {
        return SERVER.get();
    }

    /** Finds or starts the server once. */
    static final class LazyUrl {
        private final Map<String, String> environment;
        private @Nullable String url;

        LazyUrl(Map<String, String> environment) {
            this.environment = environment;
        }

        synchronized String get() {
            String known = url;
            if (known == null) {
                String named = environment.getOrDefault("YICI_TEST_REDIS_URL", "");
                known = named.isBlank() ? RedisServer.start().url() : named;
                url = known;
            }
            return known;
        }
    }
}
