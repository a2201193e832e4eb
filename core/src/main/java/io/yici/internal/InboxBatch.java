package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.OperationId;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Why;
import io.yici.inbox.Received;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Several messages in the order they came: together where all goes well, else one by one. Once one is not done, those
 * of its ordering key wait for it. Used once, by one thread.
 */
final class InboxBatch {
    private static final int MOST_TOGETHER = 500;
    private static final int RETRIES = 2;

    /** So many rivals are waited for one after the other; the rest comes again, instead of each taking its time. */
    private static final int MOST_RIVALS = 3;

    private final InboxDesk desk;
    private final MessageReader reader;
    private final InboxRun run;
    private final List<Received> messages;
    private final @Nullable Handled[] handled;
    private final Map<ByteBuffer, Handled.Later> stopped = new HashMap<>();
    private Handled.@Nullable Later ended;
    private int rivals;

    InboxBatch(InboxDesk desk, MessageReader reader, InboxRun run, List<Received> messages) {
        this.desk = desk;
        this.reader = reader;
        this.run = run;
        this.messages = messages;
        this.handled = new Handled[messages.size()];
    }

    /** What came of each, in order. */
    List<Handled> handle() {
        List<Place> plain = new ArrayList<>();
        for (int index = 0; index < messages.size(); index++) {
            Received message = messages.get(index);
            if (desk.subscription().ignored().test(message)) {
                handled[index] = new Handled.Ignored();
                continue;
            }
            Place place = new Place(index, reader.read(message));
            boolean apart = message.suspect() || place.incoming().fault() != null;
            if (!apart) {
                plain.add(place);
            }
            if (apart || plain.size() == MOST_TOGETHER) {
                together(plain);
                plain.clear();
            }
            if (apart) {
                alone(place);
            }
        }
        together(plain);
        return Collections.unmodifiableList(
                Arrays.asList(handled).stream().map(Objects::requireNonNull).toList());
    }

    private void together(List<Place> plain) {
        Map<OperationId, Place> firsts = new LinkedHashMap<>();
        List<Place> copies = new ArrayList<>();
        for (Place place : plain) {
            if (!isHeldBack(place)
                    && firsts.putIfAbsent(place.incoming().known().id(), place) != null) {
                copies.add(place);
            }
        }
        List<Place> all = List.copyOf(firsts.values());
        if (all.size() > 1 && tryTogether(all)) {
            copies.forEach(copy -> copyOf(
                    Objects.requireNonNull(firsts.get(copy.incoming().known().id())), copy));
        } else {
            plain.forEach(place -> {
                if (handled[place.index()] == null) {
                    alone(place);
                }
            });
        }
    }

    private void copyOf(Place first, Place copy) {
        if (Arrays.equals(first.incoming().id(), copy.incoming().id())
                && Objects.requireNonNull(handled[first.index()]).done()
                && !(handled[first.index()] instanceof Handled.Parked)) {
            handled[copy.index()] = new Handled.Duplicate(false);
            desk.tell(Kind.REPLAYED, copy.incoming(), null);
        } else {
            alone(copy);
        }
    }

    /** False when nothing was done, and each is to be tried alone. */
    private boolean tryTogether(List<Place> places) {
        List<Incoming> incoming = places.stream().map(Place::incoming).toList();
        Pause pause = new Pause(10);
        for (int conflicts = 0; conflicts <= RETRIES; conflicts++) {
            try {
                List<Met> met = InboxUnit.together(desk, incoming);
                if (met == null) {
                    return false;
                }
                for (int place = 0; place < met.size(); place++) {
                    handled[places.get(place).index()] =
                            Objects.requireNonNull(met.get(place).handled());
                }
                return true;
            } catch (HandlerFailure failure) {
                return failedTogether(places, failure);
            } catch (StoreException failed) {
                if (failed.failure() != Failure.CONFLICT) {
                    desk.tell(Kind.STORE_ERROR, incoming.get(0), failed);
                    return end(places, failed);
                }
                if (!pause.take(Duration.ofSeconds(1))) {
                    return end(places, failed);
                }
            }
        }
        return false;
    }

    private boolean failedTogether(List<Place> places, HandlerFailure failure) {
        if (failure.thrown() instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return end(places, failure.thrown());
        }
        try {
            if (!run.endedInside(failure)) {
                return false;
            }
            places.forEach(place -> handled[place.index()] = run.gaveUp(place.incoming(), failure));
            return true;
        } catch (StoreException failed) {
            return end(places, failed);
        }
    }

    private boolean end(List<Place> places, Throwable cause) {
        ended = desk.unavailable(cause);
        places.forEach(this::isHeldBack);
        return true;
    }

    private void alone(Place place) {
        if (isHeldBack(place)) {
            return;
        }
        Handled one = run.handle(place.incoming());
        handled[place.index()] = one;
        if (one instanceof Handled.Later later) {
            stopped.put(ByteBuffer.wrap(place.incoming().lane()), later);
            if (later.why() == Why.UNAVAILABLE || (later.why() == Why.IN_PROGRESS && ++rivals >= MOST_RIVALS)) {
                ended = later;
            }
        }
    }

    /** Whether it waits for an earlier one, or for the whole batch to come again. */
    private boolean isHeldBack(Place place) {
        Handled.Later earlier = stopped.get(ByteBuffer.wrap(place.incoming().lane()));
        if (earlier != null) {
            handled[place.index()] = new Handled.Later(earlier.after(), Why.BEFORE_IT, null);
            return true;
        }
        if (ended != null) {
            handled[place.index()] = new Handled.Later(ended.after(), ended.why(), ended.cause());
            return true;
        }
        return false;
    }

    /** A message and its place among those that came. */
    private record Place(int index, Incoming incoming) {}
}
