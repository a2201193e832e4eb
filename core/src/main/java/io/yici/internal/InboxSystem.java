package io.yici.internal;

import io.yici.MisuseException;
import io.yici.OperationSettings;
import io.yici.OperationSettings.Mode;
import io.yici.SetupException;
import io.yici.guard.TokenUse;
import io.yici.inbox.Handled;
import io.yici.inbox.ParkedMessage;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One subscription on one store, as {@code Inbox} offers it. Thread-safe. */
public final class InboxSystem {
    private final InboxDesk desk;
    private final MessageReader reader;
    private final InboxRun run;
    private final ReleasedMessages released;
    private final InboxOperators operators;

    /**
     * On the same engine and store as the operations.
     *
     * @throws SetupException when the operation's settings do not fit messages
     */
    public InboxSystem(Engine engine, OperationStore store, DeclaredOperations operations, Subscription subscription) {
        OperationSettings settings = operations.of(subscription.operation());
        List<String> problems = problems(subscription.operation(), settings);
        if (!problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
        this.desk = new InboxDesk(engine, store, settings, subscription);
        this.reader = new MessageReader(subscription);
        this.run = new InboxRun(desk, new Tries(desk));
        this.released = new ReleasedMessages(desk, reader, run);
        this.operators = new InboxOperators(desk);
    }

    private static List<String> problems(String operation, OperationSettings settings) {
        List<String> problems = new ArrayList<>();
        if (settings.mode() == Mode.OBSERVE) {
            problems.add("Operation '" + operation + "' is only observed, but takes messages in: each delivery would"
                    + " take effect. Let it be enforced.");
        }
        if (settings.unseenKeysWithin() != null) {
            problems.add("Operation '" + operation + "' refuses old keys that it has not seen, but takes messages in,"
                    + " which may come late for the first time. Remove unseenKeysWithin; what is too old by its sending"
                    + " time is parked anyway.");
        }
        if (settings.entry().tokens() == TokenUse.REQUIRED) {
            problems.add("Operation '" + operation + "' takes nothing but tokens as keys, but takes messages in, whose"
                    + " keys are none. Give one of them another name.");
        }
        return problems;
    }

    /** What it is for. */
    public Subscription subscription() {
        return desk.subscription();
    }

    /** See {@code Inbox.handle}. */
    public Handled handle(Received message) {
        return handleAll(List.of(message)).get(0);
    }

    /** See {@code Inbox.handleAll}. */
    public List<Handled> handleAll(List<Received> messages) {
        if (!RunStack.isEmpty()) {
            throw new MisuseException(
                    null, "The inbox was called inside a run of Yici, whose transaction is not its own.", null);
        }
        return new InboxBatch(desk, reader, run, messages).handle();
    }

    /** See {@code Inbox.runReleased}. */
    public int runReleased(int limit, boolean withOrphans) {
        try {
            return released.round(limit, withOrphans);
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        }
    }

    /** See {@code ParkedMessages.list}. */
    public List<ParkedMessage> parked(int limit) {
        return operators.list(limit);
    }

    /** See {@code ParkedMessages.find}. */
    public Optional<ParkedMessage> find(String id) {
        return operators.find(id);
    }

    /** See {@code ParkedMessages.resend}. */
    public boolean resend(String id, String by, String reason) {
        return operators.resend(id, by, reason);
    }

    /** See {@code ParkedMessages.drop}. */
    public boolean drop(String id, String by, String reason) {
        return operators.drop(id, by, reason);
    }
}
