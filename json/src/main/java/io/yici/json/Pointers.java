package io.yici.json;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON pointers (RFC 6901) as a tree of reference tokens, walked along with the document. */
final class Pointers {
    static final Pointers NONE = new Pointers();

    private final Map<String, Pointers> below = new HashMap<>();
    private boolean end;

    private Pointers() {}

    static Pointers of(Set<String> pointers) {
        Pointers root = new Pointers();
        for (String pointer : pointers) {
            if (!pointer.startsWith("/")) {
                throw new IllegalArgumentException(
                        "pointers must each begin with '/' and name a member (RFC 6901), not \"" + pointer + "\"");
            }
            Pointers place = root;
            for (String token : pointer.substring(1).split("/", -1)) {
                place = place.below.computeIfAbsent(unescaped(token, pointer), name -> new Pointers());
            }
            place.end = true;
        }
        return root;
    }

    /** What is known below this member or element; null when nothing is. */
    @Nullable Pointers below(String token) {
        return below.get(token);
    }

    boolean isEmpty() {
        return below.isEmpty();
    }

    /** Whether a pointer ends here. */
    boolean isEnd() {
        return end;
    }

    private static String unescaped(String token, String pointer) {
        if (token.replace("~0", "").replace("~1", "").contains("~")) {
            throw new IllegalArgumentException(
                    "pointers may hold '~' only as ~0 or ~1 (RFC 6901): \"" + pointer + "\"");
        }
        return token.replace("~1", "/").replace("~0", "~");
    }
}
