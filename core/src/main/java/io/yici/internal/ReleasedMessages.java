package io.yici.internal;

import io.yici.Rejection;
import io.yici.inbox.Handled;
import io.yici.store.MessageRows;
import io.yici.store.ParkedProgress;
import io.yici.store.ParkedState;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredParked;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs kept messages that were released, each lane in its order; any number of nodes may do so. What a process leaves
 * behind that dies is taken up by another after a while.
 */
final class ReleasedMessages {
    private static final int BATCH = 50;

    /** How long a message that is being run is left to whoever runs it; what runs longer is in progress. */
    private static final Duration TURN = Duration.ofMinutes(1);

    private static final Duration SOON = Duration.ofSeconds(1);

    private final InboxDesk desk;
    private final MessageReader reader;
    private final InboxRun run;

    ReleasedMessages(InboxDesk desk, MessageReader reader, InboxRun run) {
        this.desk = desk;
        this.reader = reader;
        this.run = run;
    }

    /** Runs what is released now, and what follows from it, at most so many; returns how many were applied. */
    int round(int limit, boolean withOrphans) {
        if (withOrphans) {
            desk.apart(transaction -> {
                transaction.messages().promoteOrphans(operation(), group());
                return true;
            });
        }
        int applied = 0;
        for (int left = limit; left > 0; ) {
            int most = Math.min(BATCH, left);
            List<StoredParked> due =
                    desk.apart(transaction -> transaction.messages().released(operation(), group(), most));
            if (due.isEmpty() || Thread.currentThread().isInterrupted()) {
                return applied;
            }
            for (StoredParked kept : due) {
                applied += one(kept) ? 1 : 0;
                left--;
            }
        }
        return applied;
    }

    private boolean one(StoredParked kept) {
        StoredParked mine = desk.apart(transaction -> take(transaction.messages(), kept));
        if (mine == null) {
            return false;
        }
        Incoming incoming;
        try {
            incoming = reader.read(Envelope.open(mine.envelope(), mine.payload(), mine.sentAt()));
        } catch (RuntimeException unreadable) {
            change(mine, progress -> progress.in(ParkedState.PARKED).because(unreadable.toString()), Duration.ZERO);
            return false;
        }
        if (incoming.fault() != null) {
            giveUp(mine, incoming, incoming.fault());
            return false;
        }
        InboxRun.Attempt attempt = run.attempt(() -> InboxUnit.released(desk, incoming, mine), incoming);
        HandlerFailure failure = attempt.failure();
        if (failure != null) {
            failed(mine, incoming, failure);
            return false;
        }
        return met(mine, incoming, attempt.met());
    }

    /** Counts the try before it runs, and keeps other workers away; null when another one was first. */
    private static @Nullable StoredParked take(MessageRows rows, StoredParked kept) {
        int tries = kept.progress().tries() + 1;
        return rows.changeParked(kept, kept.progress().tried(tries), TURN.toMillis(), true)
                ? rows.lockParked(kept.id())
                : null;
    }

    private void failed(StoredParked kept, Incoming incoming, HandlerFailure failure) {
        desk.failed(incoming, failure.thrown());
        String reason = failure.thrown().toString();
        int tries = kept.progress().tries();
        if (run.endedInside(failure)
                || failure.thrown() instanceof Rejection
                || tries >= desk.subscription().tries()) {
            giveUp(kept, incoming, reason);
        } else {
            change(kept, progress -> progress.because(reason), desk.backoff(tries));
        }
    }

    private boolean met(StoredParked kept, Incoming incoming, Met met) {
        Handled handled = met.handled();
        if (met.unfit() != null) {
            giveUp(kept, incoming, met.unfit());
        } else if (handled instanceof Handled.Duplicate) {
            desk.apart(transaction -> remove(transaction, kept));
        } else if (handled instanceof Handled.Later) {
            change(kept, progress -> progress.tried(progress.tries() - 1), SOON);
        }
        return handled instanceof Handled.Applied || handled instanceof Handled.Stale;
    }

    /** It was handled by other means: its lane goes on. */
    private static boolean remove(StoreTransaction transaction, StoredParked kept) {
        transaction.messages().removeParked(kept.entry());
        transaction.messages().promote(kept.lane());
        return true;
    }

    private void giveUp(StoredParked kept, Incoming incoming, String reason) {
        change(kept, progress -> progress.in(ParkedState.PARKED).because(reason), Duration.ZERO);
        desk.alarm(incoming, reason);
    }

    /** Nothing is changed when somebody else has changed it. */
    private void change(StoredParked kept, Function<ParkedProgress, ParkedProgress> change, Duration delay) {
        desk.apart(transaction ->
                transaction.messages().changeParked(kept, change.apply(kept.progress()), delay.toMillis(), false));
    }

    private String operation() {
        return desk.subscription().operation();
    }

    private String group() {
        return desk.subscription().group();
    }
}
