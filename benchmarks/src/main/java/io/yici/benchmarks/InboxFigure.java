package io.yici.benchmarks;

import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Messages taken in by batches of which half was handled before, against the same by hand: one multi-row insert that
 * skips what is there, one of the effects, one commit; and against one transaction a message.
 */
final class InboxFigure {
    static final int BATCH = 200;

    private final Market market;
    private final Alternation alternation;

    InboxFigure(Market market, Alternation alternation) {
        this.market = market;
        this.alternation = alternation;
    }

    void run() throws Exception {
        HandWrittenInbox byHand = new HandWrittenInbox(market.pool);
        Inbox together = market.yici.inbox(Subscription.named("points.together")
                .group("points")
                .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                .handledTogether(fresh -> HandWrittenInbox.book(market.yici.connection(), fresh)));
        Inbox each = market.yici.inbox(Subscription.named("points.each")
                .group("points")
                .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                .handledBy(message -> HandWrittenInbox.book(market.yici.connection(), List.of(message))));
        Stream bare = new Stream();
        Stream record = new Stream();
        Stream single = new Stream();
        Stream ours = new Stream();
        Stream oneByOne = new Stream();
        alternation.run(
                "F9 messages taken in, batches of " + BATCH + ", half of them copies",
                BATCH,
                List.of(
                        new Contestant("by hand, key only", () -> byHand.takeIn(bare.next(), false)),
                        new Contestant("by hand, whole record", () -> byHand.takeIn(record.next(), true)),
                        new Contestant("by hand, one commit a message", () -> singly(byHand, single.next())),
                        new Contestant("yici, batch", () -> counted(together.handleAll(ours.next()))),
                        new Contestant(
                                "yici, one by one",
                                () -> counted(oneByOne.next().stream()
                                        .map(each::handle)
                                        .toList()))));
    }

    private static void singly(HandWrittenInbox byHand, List<Received> messages) throws SQLException {
        for (Received message : messages) {
            byHand.takeIn(List.of(message), true);
        }
    }

    private static void counted(List<Handled> handled) {
        long applied =
                handled.stream().filter(Handled.Applied.class::isInstance).count();
        long copies =
                handled.stream().filter(Handled.Duplicate.class::isInstance).count();
        if (applied + copies != BATCH || applied < BATCH / 2) {
            throw new IllegalStateException("not a half was fresh: " + applied + " applied, " + copies + " copies");
        }
    }

    /** Batch after batch: as many new messages as copies of those of the batch before, mixed. */
    private static final class Stream {
        private final Random random = new Random(9);
        private List<Received> last = List.of();

        List<Received> next() {
            List<Received> fresh = new ArrayList<>();
            for (int index = last.size(); index < BATCH; index++) {
                fresh.add(message(UUID.randomUUID().toString()));
            }
            List<Received> batch = new ArrayList<>(fresh);
            batch.addAll(last);
            Collections.shuffle(batch, random);
            last = fresh.subList(0, BATCH / 2);
            return batch;
        }

        private static Received message(String id) {
            return Received.of(
                            "orders", ("{\"orderNo\":\"" + id + "\",\"points\":10}").getBytes(StandardCharsets.UTF_8))
                    .header(MessageHeaders.MESSAGE_ID, id);
        }
    }
}
