package io.yici.internal;

import io.yici.OperationId;
import io.yici.inbox.Exhausted;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Why;
import io.yici.store.MessageRows;
import io.yici.store.ParkedProgress;
import io.yici.store.ParkedState;
import io.yici.store.StoreException;
import io.yici.store.StoredParked;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the tries of messages the broker has, in transactions of their own, and gives up those that had enough. */
final class Tries {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.inbox");

    private static final String KEPT = "It is parked already.";
    private static final String NO_END =
            "Its tries have been begun as often as allowed, and none has ended: it seems to end the process.";

    private final InboxDesk desk;

    Tries(InboxDesk desk) {
        this.desk = desk;
    }

    /**
     * Counts a try that is about to begin; an answer, when it must not. A rival that runs holds the row until its end,
     * and is not waited for.
     */
    @Nullable Handled begin(Incoming incoming) {
        Fate fate = desk.apart(transaction -> {
            if (transaction.messages().isParkedTaken(incoming.id())) {
                return new Fate(desk.inProgress(), false);
            }
            StoredParked row = transaction.messages().lockParked(incoming.id());
            if (row == null) {
                transaction.messages().park(incoming.parked(desk, ParkedState.TRYING, 1, null));
                return Fate.MAY_RUN;
            }
            if (row.state().isKept()) {
                return new Fate(new Handled.Parked(KEPT), false);
            }
            int tries = row.progress().tries();
            if (tries >= desk.subscription().tries()) {
                String reason = row.progress().reason();
                return giveUp(transaction.messages(), incoming, row, tries, reason == null ? NO_END : reason);
            }
            change(transaction.messages(), row, row.progress().tried(tries + 1));
            return Fate.MAY_RUN;
        });
        return told(incoming, fate);
    }

    /** Takes back what {@link #begin} counted, for a try that was none; at worst one is counted too many. */
    void takeBack(Incoming incoming) {
        try {
            desk.apart(transaction -> {
                if (transaction.messages().isParkedTaken(incoming.id())) {
                    return false;
                }
                StoredParked row = transaction.messages().lockParked(incoming.id());
                if (row != null && !row.state().isKept()) {
                    int tries = row.progress().tries() - 1;
                    if (tries <= 0) {
                        transaction.messages().removeParked(row.entry());
                    } else {
                        change(transaction.messages(), row, row.progress().tried(tries));
                    }
                }
                return true;
            });
        } catch (StoreException failed) {
            LOG.debug("A try that was none stays counted", failed);
        }
    }

    /** Counts a failure, unless it was counted when it began. */
    Handled failed(Incoming incoming, boolean counted, Throwable thrown) {
        desk.failed(incoming, thrown);
        String reason = thrown.toString();
        Fate fate = desk.apart(transaction -> {
            StoredParked row = transaction.messages().lockParked(incoming.id());
            if (row != null && row.state().isKept()) {
                return new Fate(new Handled.Parked(KEPT), false);
            }
            int before = row == null ? 0 : row.progress().tries();
            int tries = counted && row != null ? before : before + 1;
            if (tries >= desk.subscription().tries()) {
                return giveUp(transaction.messages(), incoming, row, tries, reason);
            }
            if (row == null) {
                transaction.messages().park(incoming.parked(desk, ParkedState.TRYING, tries, reason));
            } else {
                change(transaction.messages(), row, new ParkedProgress(ParkedState.TRYING, tries, reason));
            }
            return new Fate(new Handled.Later(desk.backoff(tries), Why.FAILED, thrown), false);
        });
        Handled handled = told(incoming, fate);
        return handled == null ? desk.unavailable(thrown) : handled;
    }

    /** Gives one up, whatever its tries. */
    Handled giveUp(Incoming incoming, String reason) {
        Fate fate = desk.apart(transaction -> {
            StoredParked row = transaction.messages().lockParked(incoming.id());
            return row != null && row.state().isKept()
                    ? new Fate(new Handled.Parked(KEPT), false)
                    : giveUp(
                            transaction.messages(),
                            incoming,
                            row,
                            row == null ? 0 : row.progress().tries(),
                            reason);
        });
        Handled handled = told(incoming, fate);
        return handled == null ? new Handled.Parked(reason) : handled;
    }

    /** Takes claims back that were inserted together, if they are committed. */
    boolean takeBack(List<OperationId> claimed, String attempt) {
        return !claimed.isEmpty()
                && desk.apart(transaction -> {
                    if (!transaction.messages().holds(claimed.get(0), attempt)) {
                        return false;
                    }
                    transaction.messages().withdraw(claimed, attempt);
                    return true;
                });
    }

    private Fate giveUp(MessageRows rows, Incoming incoming, @Nullable StoredParked row, int tries, String reason) {
        if (desk.subscription().exhausted() == Exhausted.DEAD_LETTER) {
            if (row != null) {
                rows.removeParked(row.entry());
            }
            return new Fate(new Handled.DeadLettered(reason), true);
        }
        if (row == null) {
            rows.park(incoming.parked(desk, ParkedState.PARKED, tries, reason));
        } else {
            change(rows, row, new ParkedProgress(ParkedState.PARKED, tries, reason));
        }
        return new Fate(new Handled.Parked(reason), true);
    }

    /** The row is locked, so that nobody can have changed it. */
    private static void change(MessageRows rows, StoredParked row, ParkedProgress progress) {
        rows.changeParked(row, progress, 0, true);
    }

    private @Nullable Handled told(Incoming incoming, Fate fate) {
        Handled handled = fate.handled();
        if (fate.givenUp() && handled instanceof Handled.Parked parked) {
            desk.alarm(incoming, parked.reason());
        } else if (fate.givenUp() && handled instanceof Handled.DeadLettered dead) {
            desk.alarm(incoming, dead.reason());
        }
        return handled;
    }

    /**
     * What was decided.
     *
     * @param handled the answer, or null when it may run
     * @param givenUp whether it was given up just now
     */
    private record Fate(@Nullable Handled handled, boolean givenUp) {
        private static final Fate MAY_RUN = new Fate(null, false);
    }
}
