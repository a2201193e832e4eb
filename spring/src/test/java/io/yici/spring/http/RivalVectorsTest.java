package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that meet a running one: vectors 13 to 15 and 17. */
class RivalVectorsTest extends Vectors {
    private final String order = fresh("rival");
    private final String key = fresh("k");
    private final Ask held = Ask.post("/orders/held").key(key).json(body(order));

    RivalVectorsTest(TestDatabase database) {
        super(database);
    }

    @Test
    void vector13AnotherBodyIsInProgressTooWhileTheFirstRuns() throws Exception {
        Pending first;
        try (Gates.Gate gate = bean(Gates.class).close(order)) {
            first = sendAside(held);
            gate.awaitHandler();
            isProblem(409, "in-progress", send(held.json(body(fresh("other")))));
        }
        isFirst(201, first.reply());
        isProblem(422, "mismatch", send(held.json(body(fresh("other")))));
        isReplayOf(first.reply(), send(held));
        happened(order, 1);
    }

    @Test
    void vector14ARepeatOfARunningRequestIsToldToComeAgainAndThenGetsItsAnswer() throws Exception {
        Pending first;
        try (Gates.Gate gate = bean(Gates.class).close(order)) {
            first = sendAside(held);
            gate.awaitHandler();
            Reply refused = isProblem(409, "in-progress", send(held));
            assertThat(refused.header("Retry-After")).containsExactly("Retry-After: 1");
            assertThat(refused.text()).contains("\"retryable\":true").doesNotContain(key);
        }
        isReplayOf(isFirst(201, first.reply()), send(held));
        happened(order, 1);
    }

    @Test
    void vector15OfFiftyAtOnceOneRuns() {
        Ask ask = Ask.post("/orders").key(key).json(body(order));
        List<Reply> replies = Race.within(Duration.ofSeconds(60)).run(50, runner -> () -> send(ask)).stream()
                .map(Race.Finish::answer)
                .toList();
        List<Reply> ran = replies.stream()
                .filter(reply -> reply.status() == 201 && !reply.isReplay())
                .toList();
        assertThat(ran).hasSize(1);
        for (Reply reply : replies) {
            if (reply.isReplay()) {
                isReplayOf(ran.get(0), reply);
            } else if (reply != ran.get(0)) {
                isProblem(409, "in-progress", reply);
            }
        }
        isReplayOf(ran.get(0), send(ask));
        happened(order, 1);
    }

    @Test
    void vector17WhereRepeatsWaitTheyGetTheAnswerAsSoonAsThereIsOne() throws Exception {
        Ask awaited = held.to("/orders/awaited");
        Pending first;
        Pending second;
        try (Gates.Gate gate = bean(Gates.class).close(order)) {
            first = sendAside(awaited);
            gate.awaitHandler();
            second = sendAside(awaited);
            bean(FrontDoor.Arrivals.class).awaitWaiting(key, 2);
        }
        isReplayOf(isFirst(201, first.reply()), second.reply());
        happened(order, 1);
    }
}
