package io.yici.internal;

import io.yici.Operation;
import io.yici.inbox.ParkedMessage;
import io.yici.inbox.Received;
import io.yici.store.Claim;
import io.yici.store.Failure;
import io.yici.store.MessageRows;
import io.yici.store.NewRecord;
import io.yici.store.ParkedProgress;
import io.yici.store.ParkedState;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredParked;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What operators do to kept messages; each action is written to the audit table with it. */
final class InboxOperators {
    private final InboxDesk desk;

    InboxOperators(InboxDesk desk) {
        this.desk = desk;
    }

    List<ParkedMessage> list(int limit) {
        Text.checkLimit(limit);
        String operation = desk.subscription().operation();
        String group = desk.subscription().group();
        return ask(transaction -> transaction.messages().kept(operation, group, limit).stream()
                .map(kept -> view(transaction.messages(), kept))
                .toList());
    }

    Optional<ParkedMessage> find(String id) {
        byte[] asked = bytes(id);
        if (asked == null) {
            return Optional.empty();
        }
        return ask(
                transaction -> Optional.ofNullable(ours(transaction.messages().findParked(asked)))
                        .map(kept -> view(transaction.messages(), kept)));
    }

    /** Lets one run again, with all its tries. */
    boolean resend(String id, String by, String reason) {
        return act(id, by, reason, "resend", (transaction, kept) -> {
            ParkedProgress anew =
                    new ParkedProgress(ParkedState.RELEASED, 0, kept.progress().reason());
            return kept.state() == ParkedState.PARKED && transaction.messages().changeParked(kept, anew, 0, false);
        });
    }

    /** Takes one for handled that will not be. */
    boolean drop(String id, String by, String reason) {
        return act(id, by, reason, "drop", (transaction, kept) -> {
            MessageRows rows = transaction.messages();
            if (!kept.state().isKept() || !rows.removeParked(kept.entry())) {
                return false;
            }
            recordDropped(rows, kept);
            rows.promote(kept.lane());
            return true;
        });
    }

    /** A copy that still comes finds a record. */
    private void recordDropped(MessageRows rows, StoredParked kept) {
        if (kept.record() == null || kept.key() == null) {
            return;
        }
        NewRecord record = new NewRecord(
                Operation.recorded(kept.record(), kept.operation(), kept.caller(), kept.key()),
                null,
                desk.engine().attempts.get(),
                null,
                desk.settings().answersFor().toMillis(),
                desk.settings().refusesFor().toMillis());
        Claim claim = rows.claimFinished(List.of(record), InboxUnit.DONE, desk.waitMillis())
                .get(0);
        if (claim instanceof Claim.InFlight) {
            throw new StoreException(Failure.CONFLICT, "the message is being handled", null);
        }
    }

    private boolean act(String id, String by, String reason, String name, Action action) {
        Text.checkAct(by, reason);
        byte[] asked = bytes(id);
        return asked != null
                && ask(transaction -> {
                    StoredParked kept = ours(transaction.messages().lockParked(asked));
                    if (kept == null || !action.done(transaction, kept)) {
                        return false;
                    }
                    transaction.messages().audit(kept, name, by, reason);
                    return true;
                });
    }

    /** A message of another subscription is nobody's here. */
    private @Nullable StoredParked ours(@Nullable StoredParked kept) {
        return kept != null
                        && kept.operation().equals(desk.subscription().operation())
                        && kept.caller().equals(desk.subscription().group())
                ? kept
                : null;
    }

    private <R extends @Nullable Object> R ask(Function<StoreTransaction, R> unit) {
        try {
            return desk.apart(unit);
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        }
    }

    private static byte @Nullable [] bytes(String id) {
        try {
            return HexFormat.of().parseHex(id);
        } catch (IllegalArgumentException notOne) {
            return null;
        }
    }

    private static ParkedMessage view(MessageRows rows, StoredParked kept) {
        Received message = Envelope.open(kept.envelope(), kept.payload(), kept.sentAt());
        return new ParkedMessage(
                HexFormat.of().formatHex(kept.id()),
                kept.operation(),
                kept.caller(),
                kept.key(),
                switch (kept.state()) {
                    case TRYING -> ParkedMessage.State.TRYING;
                    case BEHIND -> ParkedMessage.State.BEHIND;
                    case RELEASED -> ParkedMessage.State.RELEASED;
                    case PARKED, UNREADABLE -> ParkedMessage.State.PARKED;
                },
                message,
                kept.progress().tries(),
                kept.progress().reason(),
                Instant.ofEpochMilli(kept.firstAt()),
                Instant.ofEpochMilli(kept.lastTryAt()),
                rows.waitingBehind(kept));
    }

    private interface Action {
        boolean done(StoreTransaction transaction, StoredParked kept);
    }
}
