package io.yici.json;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON pointers (RFC 6901) as a tree of reference tokens, walked along with the document. */
final class LeftOutMembers {
    static final LeftOutMembers NONE = new LeftOutMembers();

    private final Map<String, LeftOutMembers> below = new HashMap<>();
    private boolean leftOut;

    private LeftOutMembers() {}

    static LeftOutMembers of(Set<String> pointers) {
        LeftOutMembers root = new LeftOutMembers();
        for (String pointer : pointers) {
            if (!pointer.startsWith("/")) {
                throw new IllegalArgumentException(
                        "pointers must each begin with '/' and name a member (RFC 6901), not \"" + pointer + "\"");
            }
            LeftOutMembers place = root;
            for (String token : pointer.substring(1).split("/", -1)) {
                place = place.below.computeIfAbsent(unescaped(token, pointer), name -> new LeftOutMembers());
            }
            place.leftOut = true;
        }
        return root;
    }

    /** What is known below this member or element; null when nothing is. */
    @Nullable LeftOutMembers below(String token) {
        return below.get(token);
    }

    boolean isEmpty() {
        return below.isEmpty();
    }

    boolean isLeftOut() {
        return leftOut;
    }

    private static String unescaped(String token, String pointer) {
        if (token.replace("~0", "").replace("~1", "").contains("~")) {
            throw new IllegalArgumentException(
                    "pointers may hold '~' only as ~0 or ~1 (RFC 6901): \"" + pointer + "\"");
        }
        return token.replace("~1", "/").replace("~0", "~");
    }
}
