package io.yici.internal;

import io.yici.MisuseException;
import io.yici.OperationEvent.Kind;
import io.yici.OperationId;
import io.yici.TransactionLostException;
import io.yici.inbox.AggregateVersion;
import io.yici.inbox.BatchHandler;
import io.yici.inbox.Handled;
import io.yici.inbox.LatePolicy;
import io.yici.inbox.MessageHandler;
import io.yici.inbox.Received;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.Failure;
import io.yici.store.OperationRecord;
import io.yici.store.ParkedState;
import io.yici.store.RecordState;
import io.yici.store.StoreException;
import io.yici.store.StoredParked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One transaction over one message or several: claims, handlers in the order of arrival, a look whether the claims are
 * still there, commit. Used once, by one thread.
 */
final class InboxUnit {
    static final Completion DONE = Completion.withoutResult(RecordState.FINISHED, AnswerFormat.NOTHING);

    private final InboxDesk desk;
    private final List<Incoming> messages;
    private final @Nullable StoredParked released;
    private final String attempt;
    private final Map<Incoming, Met> met = new LinkedHashMap<>();
    private final List<Incoming> fresh = new ArrayList<>();
    private final List<OperationId> withdrawn = new ArrayList<>();
    private boolean started;
    private long now;

    private InboxUnit(InboxDesk desk, List<Incoming> messages, @Nullable StoredParked released) {
        this.desk = desk;
        this.messages = messages;
        this.released = released;
        this.attempt = desk.engine().attempts.get();
    }

    /**
     * Handles messages of different keys together.
     *
     * @return what came of each, in order; null when they cannot be handled together, and nothing was done
     * @throws HandlerFailure and nothing was done
     * @throws StoreException and nothing was done, except that the result of a commit may be unknown
     */
    static @Nullable List<Met> together(InboxDesk desk, List<Incoming> messages) throws HandlerFailure {
        return new InboxUnit(desk, messages, null).run();
    }

    /** Handles one. */
    static Met alone(InboxDesk desk, Incoming incoming) throws HandlerFailure {
        return one(new InboxUnit(desk, List.of(incoming), null));
    }

    /** Handles one that was kept and is removed with it. */
    static Met released(InboxDesk desk, Incoming incoming, StoredParked kept) throws HandlerFailure {
        return one(new InboxUnit(desk, List.of(incoming), kept));
    }

    private static Met one(InboxUnit unit) throws HandlerFailure {
        List<Met> met = unit.run();
        if (met == null) {
            throw new IllegalStateException("one message was refused as too many");
        }
        return met.get(0);
    }

    private @Nullable List<Met> run() throws HandlerFailure {
        try (EndedTransaction transaction = begin()) {
            List<Incoming> mine = claim(transaction);
            if (messages.size() > 1 && met.values().stream().anyMatch(one -> !one.isDuplicate())) {
                return null;
            }
            if (!mine.isEmpty()) {
                Incoming old = firstTooOld(transaction, mine);
                if (old != null && messages.size() > 1) {
                    return null;
                }
                if (old == null) {
                    sort(transaction, mine);
                    work(transaction);
                    end(transaction);
                }
            }
        }
        tell();
        return messages.stream().map(met::get).toList();
    }

    /** A caller's transaction would let the effect wait for a commit that the acknowledgement does not wait for. */
    private EndedTransaction begin() {
        EndedTransaction transaction = new EndedTransaction(desk.store().begin());
        if (transaction.joined()) {
            transaction.commit();
            throw new MisuseException(
                    messages.get(0).known(),
                    "The inbox was called inside a transaction, but commits its own before the message is acknowledged."
                            + " Call it outside of one; where a listener container begins one, take its transaction"
                            + " manager away.",
                    null);
        }
        return transaction;
    }

    private List<Incoming> claim(EndedTransaction transaction) {
        List<Claim> claims = transaction
                .messages()
                .claimFinished(
                        messages.stream()
                                .map(message -> desk.record(message, attempt))
                                .toList(),
                        DONE,
                        desk.waitMillis());
        List<Incoming> mine = new ArrayList<>();
        for (int place = 0; place < claims.size(); place++) {
            Incoming incoming = messages.get(place);
            Claim claim = claims.get(place);
            if (messages.size() == 1 && claim instanceof Claim.Recorded recorded && isDead(recorded.record())) {
                claim = transaction.claim(desk.record(incoming, attempt));
                started = claim instanceof Claim.Claimed;
            }
            if (claim instanceof Claim.Claimed) {
                mine.add(incoming);
            } else {
                met.put(
                        incoming,
                        claim instanceof Claim.Recorded recorded
                                ? met(incoming, recorded.record())
                                : Met.of(desk.inProgress()));
            }
        }
        return mine;
    }

    /** Neither answers nor refuses any more: as if it had never been. */
    private static boolean isDead(OperationRecord record) {
        return record.expired() && record.readAt() >= record.refusesUntil();
    }

    private Met met(Incoming incoming, OperationRecord record) {
        if (record.state() == RecordState.UNREADABLE) {
            return Met.of(desk.unavailable(null));
        }
        if (isDead(record) || record.isOpen() || record.state() == RecordState.STARTED) {
            return Met.of(desk.inProgress());
        }
        try {
            if (!incoming.fingerprint().agreesWith(record.fingerprint())) {
                return Met.unfit("Another message was handled under the same key, with another content.");
            }
        } catch (IllegalArgumentException unknownAlgorithm) {
            return Met.of(desk.unavailable(unknownAlgorithm));
        }
        if (record.expired() && desk.subscription().late() == LatePolicy.PARK) {
            return Met.unfit("It was handled before, so long ago that its record no longer answers.");
        }
        return Met.of(new Handled.Duplicate(record.expired()));
    }

    /** Also notes that it is to be given up. */
    private @Nullable Incoming firstTooOld(EndedTransaction transaction, List<Incoming> mine) {
        for (Incoming incoming : mine) {
            if (released == null && isTooOld(transaction, incoming)) {
                met.put(
                        incoming,
                        Met.unfit("It was sent so long ago that nobody can tell whether it was handled before."));
                return incoming;
            }
        }
        return null;
    }

    /** Parts those that may run now from those that are kept behind others of their ordering key. */
    private void sort(EndedTransaction transaction, List<Incoming> mine) {
        Lanes lanes = released == null
                ? Lanes.of(desk, transaction.messages(), mine)
                : Lanes.unseen(desk, transaction.messages());
        for (Incoming incoming : mine) {
            if (lanes.isKept(incoming)) {
                putBack(incoming, "It is parked already.");
            } else if (lanes.isBlocked(incoming)) {
                lanes.keep(incoming, ParkedState.BEHIND, "An earlier message of its ordering key is parked.");
                putBack(incoming, "An earlier message of its ordering key is parked.");
            } else {
                fresh.add(incoming);
                lanes.forgetTries(incoming);
            }
        }
        if (!withdrawn.isEmpty()) {
            transaction.messages().withdraw(withdrawn, attempt);
        }
    }

    private void putBack(Incoming incoming, String reason) {
        withdrawn.add(incoming.known().id());
        met.put(incoming, Met.of(new Handled.Parked(reason)));
    }

    /** Looks at the database's clock only for a message that is old by this node's. */
    private boolean isTooOld(EndedTransaction transaction, Incoming incoming) {
        long sentAt = incoming.message().sentAt();
        if (sentAt < 0
                || desk.subscription().runsUnseenOnes()
                || System.currentTimeMillis() - sentAt < desk.keepMillis() / 2) {
            return false;
        }
        now = now == 0 ? transaction.now() : now;
        return now - sentAt >= desk.keepMillis();
    }

    private void work(EndedTransaction transaction) throws HandlerFailure {
        if (fresh.isEmpty()) {
            return;
        }
        try {
            MessageHandler each = desk.subscription().handler();
            BatchHandler together = desk.subscription().batchHandler();
            List<Received> news = new ArrayList<>();
            for (Incoming incoming : fresh) {
                if (isNews(transaction, incoming)) {
                    met.put(incoming, Met.of(new Handled.Applied()));
                    Received message = incoming.message().within(incoming.known());
                    news.add(message);
                    if (each != null) {
                        handle(incoming, message, each);
                    }
                } else {
                    met.put(incoming, Met.of(new Handled.Stale()));
                }
            }
            if (together != null && !news.isEmpty()) {
                handle(news, together);
            }
            transaction.flush();
        } catch (StoreException ours) {
            if (ours.failure() == Failure.ABORTED) {
                throw lost(ours);
            }
            throw ours;
        } catch (VirtualMachineError error) {
            if (!(error instanceof StackOverflowError)) {
                throw error;
            }
            throw failure(error);
        } catch (Throwable thrown) {
            throw failure(thrown);
        }
    }

    private void handle(Incoming incoming, Received message, MessageHandler handler) throws Exception {
        RunStack.<Boolean, Exception>within(new RunStack.Run(desk.engine(), incoming.known()), () -> {
            handler.handle(message);
            return true;
        });
    }

    /** Several at once have no one operation; alone, it is the message's, whatever handles it. */
    private void handle(List<Received> news, BatchHandler handler) throws Exception {
        if (news.size() > 1) {
            handler.handle(List.copyOf(news));
            return;
        }
        RunStack.<Boolean, Exception>within(
                new RunStack.Run(desk.engine(), news.get(0).operation()), () -> {
                    handler.handle(List.copyOf(news));
                    return true;
                });
    }

    private boolean isNews(EndedTransaction transaction, Incoming incoming) {
        Function<Received, AggregateVersion> versions = desk.subscription().version();
        if (versions == null) {
            return true;
        }
        AggregateVersion version = versions.apply(incoming.message());
        String operation = desk.subscription().operation();
        return transaction
                .messages()
                .advance(
                        Digests.ofParts(
                                "yici-aggregate-1",
                                operation,
                                desk.subscription().group(),
                                version.aggregate()),
                        operation,
                        version.aggregate(),
                        version.version(),
                        desk.engine().attempts.get(),
                        desk.keepMillis());
    }

    private void end(EndedTransaction transaction) throws HandlerFailure {
        try {
            if (released != null && !remove(transaction, released)) {
                throw new StoreException(Failure.CONFLICT, "the kept message was changed meanwhile", null);
            }
            if (!fresh.isEmpty() && !holds(transaction)) {
                throw lost(null);
            }
        } catch (StoreException failed) {
            if (failed.failure() == Failure.ABORTED) {
                throw lost(failed);
            }
            throw failed;
        }
        try {
            transaction.commit();
        } catch (StoreException failed) {
            if (failed.failure() == Failure.REFUSED || failed.failure() == Failure.ABORTED) {
                throw failure(failed.getCause() == null ? failed : failed.getCause());
            }
            throw failed;
        }
    }

    private static boolean remove(EndedTransaction transaction, StoredParked kept) {
        if (!transaction.messages().removeParked(kept.entry())) {
            return false;
        }
        transaction.messages().promote(kept.lane());
        return true;
    }

    /** The claims were inserted by one statement: they stand or fall together. */
    private boolean holds(EndedTransaction transaction) {
        OperationId id = fresh.get(0).known().id();
        return started
                ? transaction.finish(id, attempt, DONE)
                : transaction.messages().holds(id, attempt);
    }

    private HandlerFailure lost(@Nullable Throwable cause) {
        return failure(new TransactionLostException(
                fresh.get(0).known(),
                "The claim was gone when the handler ended: it has swallowed an error of the database.",
                cause));
    }

    private HandlerFailure failure(Throwable thrown) {
        return new HandlerFailure(
                thrown, fresh.stream().map(incoming -> incoming.known().id()).toList(), attempt);
    }

    private void tell() {
        met.forEach((incoming, one) -> {
            Handled handled = one.handled();
            if (handled instanceof Handled.Applied) {
                desk.tell(Kind.EXECUTED, incoming, null);
            } else if (handled instanceof Handled.Duplicate duplicate) {
                desk.tell(duplicate.late() ? Kind.EXPIRED : Kind.REPLAYED, incoming, null);
            } else if (handled instanceof Handled.Stale) {
                desk.tell(Kind.OUTDATED, incoming, null);
            } else if (handled instanceof Handled.Later later && later.why() == Handled.Why.IN_PROGRESS) {
                desk.tell(Kind.IN_PROGRESS, incoming, null);
            }
        });
    }
}
