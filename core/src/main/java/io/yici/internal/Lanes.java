package io.yici.internal;

import io.yici.store.MessageRows;
import io.yici.store.ParkedMark;
import io.yici.store.ParkedProgress;
import io.yici.store.ParkedState;
import io.yici.store.StoredParked;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is tried or kept in the lanes of some messages, as one transaction sees it. */
final class Lanes {
    private final InboxDesk desk;
    private final MessageRows rows;
    private final Map<ByteBuffer, ParkedMark> byId = new HashMap<>();
    private final Set<ByteBuffer> blocked = new HashSet<>();

    private Lanes(InboxDesk desk, MessageRows rows) {
        this.desk = desk;
        this.rows = rows;
    }

    /** Nothing is looked at. */
    static Lanes unseen(InboxDesk desk, MessageRows rows) {
        return new Lanes(desk, rows);
    }

    /** Looks; one statement while nothing of the subscription is tried or kept. */
    static Lanes of(InboxDesk desk, MessageRows rows, List<Incoming> messages) {
        Lanes lanes = new Lanes(desk, rows);
        if (rows.anyParked(desk.subscription().operation(), desk.subscription().group())) {
            Map<ByteBuffer, byte[]> asked = new HashMap<>();
            messages.forEach(message -> {
                asked.put(ByteBuffer.wrap(message.lane()), message.lane());
                asked.put(ByteBuffer.wrap(message.id()), message.id());
            });
            lanes.look(asked.values());
        }
        return lanes;
    }

    private void look(Collection<byte[]> asked) {
        for (ParkedMark mark : rows.parkedIn(asked)) {
            byId.put(ByteBuffer.wrap(mark.id()), mark);
            if (mark.state().isKept()) {
                blocked.add(ByteBuffer.wrap(mark.lane()));
            }
        }
    }

    /** Whether this very message is kept. */
    boolean isKept(Incoming incoming) {
        ParkedMark mark = byId.get(ByteBuffer.wrap(incoming.id()));
        return mark != null && mark.state().isKept();
    }

    /** Whether an earlier one of its ordering key is kept. */
    boolean isBlocked(Incoming incoming) {
        return blocked.contains(ByteBuffer.wrap(incoming.lane()));
    }

    /** Keeps it; later ones of its lane are kept behind it. */
    void keep(Incoming incoming, ParkedState state, String reason) {
        StoredParked tried = byId.containsKey(ByteBuffer.wrap(incoming.id())) ? rows.lockParked(incoming.id()) : null;
        if (tried == null) {
            rows.park(incoming.parked(desk, state, 0, reason));
        } else {
            rows.changeParked(tried, new ParkedProgress(state, tried.progress().tries(), reason), 0, false);
        }
        blocked.add(ByteBuffer.wrap(incoming.lane()));
    }

    /** Its tries are over. */
    void forgetTries(Incoming incoming) {
        ParkedMark mark = byId.get(ByteBuffer.wrap(incoming.id()));
        if (mark != null) {
            rows.removeParked(mark.entry());
        }
    }
}
