package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.http.AnswerDesk.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** How a request can end without success, and what its key is good for then: vectors 23 to 25 and B13. */
class EndingVectorsTest extends Vectors {
    private final String order = fresh("ending");
    private final String key = fresh("k");
    private final Ask ask = Ask.post("/answers").key(key).json(body(order));

    EndingVectorsTest(TestDatabase database) {
        super(database);
    }

    @ParameterizedTest
    @CsvSource({
        "filter, 401",
        "interceptor, 401",
        "filter, 403",
        "interceptor, 403",
        "filter, 409",
        "interceptor, 409",
        "filter, 429",
        "interceptor, 429"
    })
    void vector23WhoIsRefusedBeforeTheHandlerKeepsTheKey(String where, int status) {
        String user = fresh("user");
        Ask theirs = ask.to("/orders").as(user);
        bean(FrontDoor.Refused.class).refuse(user, where, status);
        storesNothing(() -> isFirst(status, send(theirs)));
        happened(order, 0);
        bean(FrontDoor.Refused.class).readmit(user);
        isReplayOf(isFirst(201, send(theirs)), send(theirs));
        happened(order, 1);
    }

    /** And B13, F2: nothing of it is committed, even what was written. */
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 408, 413, 425, 429, 500, 502, 503})
    void vector23AStatusThatMayPassLeavesTheKeyFree(int status) {
        ends(() -> AnswerDesk.status(status));
        storesNothing(() -> isFirst(status, send(ask)));
        remained(order, 0);
        ends(() -> AnswerDesk.status(201));
        isReplayOf(isFirst(201, send(ask)), send(ask));
        remained(order, 1);
        ran(order, 2);
    }

    /** And B13, F1. */
    @Test
    void vector23AfterAnInvalidBodyTheSameKeyTakesTheCorrectedOne() {
        Ask checked = ask.to("/orders/checked");
        storesNothing(() -> isFirst(400, send(checked.json("{\"order\":\"" + order + "\",\"sku\":\"\"}"))));
        happened(order, 0);
        isReplayOf(isFirst(201, send(checked)), send(checked));
        happened(order, 1);
    }

    @Test
    void vector23AfterARefusedArgumentTheSameKeyTakesAnotherBody() {
        Ask corrected = ask.json(body(order).replace("TEA", "COFFEE"));
        ends(() -> {
            throw new IllegalArgumentException("no tea");
        });
        storesNothing(() -> isFirst(400, send(ask)));
        remained(order, 0);
        ends(() -> AnswerDesk.status(201));
        isReplayOf(isFirst(201, send(corrected)), send(corrected));
        remained(order, 1);
        ran(order, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 402, 404, 409, 410, 422})
    void vector24AReturnedRefusalIsAnAnswer(int status) {
        ends(() -> AnswerDesk.status(status));
        Reply first = isFirst(status, send(ask));
        ends(() -> AnswerDesk.status(201));
        isReplayOf(first, send(ask));
        happened(order, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/answers", "/answers/configured"})
    void vector24AFinalExceptionIsAnAnswerWhoseWritesAreUndone(String path) {
        ends(() -> {
            throw new AnswerDesk.PriceChanged();
        });
        Reply first = isFirst(409, send(ask.to(path)));
        assertThat(first.text()).contains("number");
        ends(() -> AnswerDesk.status(201));
        isReplayOf(first, send(ask.to(path)));
        remained(order, 0);
        ran(order, 1);
    }

    @Test
    void vector24ARejectionIsAnAnswerWhoseWritesAreUndone() {
        ends(() -> {
            throw AnswerDesk.soldOut();
        });
        Reply first = isFirst(422, send(ask));
        assertThat(first.text()).contains("\"code\":\"sold-out\"", "number");
        ends(() -> AnswerDesk.status(201));
        isReplayOf(first, send(ask));
        remained(order, 0);
        ran(order, 1);
    }

    @Test
    void vector24AnyOtherExceptionLeavesTheKeyFreeHoweverItIsRendered() {
        ends(() -> {
            throw new AnswerDesk.Overtaken();
        });
        storesNothing(() -> isFirst(409, send(ask)));
        remained(order, 0);
        ends(() -> AnswerDesk.status(201));
        isReplayOf(isFirst(201, send(ask)), send(ask));
        remained(order, 1);
        ran(order, 2);
    }

    @Test
    void vector24AnErrorThatIsSentIsAFailure() {
        ends(() -> AnswerDesk.status(404));
        storesNothing(() -> isFirst(404, send(ask.to("/answers/by-error"))));
        storesNothing(() -> isFirst(404, send(ask.to("/answers/by-error"))));
        remained(order, 0);
        ran(order, 2);
    }

    /** The error page is rendered anew, with the time of the replay. */
    @Test
    void vector24AnErrorThatIsDeclaredAnAnswerIsSentAgain() {
        ends(() -> AnswerDesk.status(404));
        isFirst(404, send(ask.to("/answers/by-declared-error")));
        ends(() -> AnswerDesk.status(410));
        Reply again = send(ask.to("/answers/by-declared-error"));
        assertThat(again.status()).isEqualTo(404);
        assertThat(again.isReplay()).isTrue();
        assertThat(again.text()).contains("\"status\":404", "\"path\":\"/answers/by-declared-error\"");
        happened(order, 1);
    }

    /** And B13, F3, where the effect is never committed. */
    @Test
    void vector25WhatWasWrittenBeforeA500IsUndoneAndTheRetryRuns() {
        failsThenRuns(() -> AnswerDesk.status(500));
    }

    @Test
    void vector25WhatWasWrittenBeforeAnExceptionIsUndoneAndTheRetryRuns() {
        failsThenRuns(() -> {
            throw new IllegalStateException("the handler failed");
        });
    }

    @Test
    void vector25WhatWasWrittenBeforeAnErrorIsUndoneAndTheRetryRuns() {
        failsThenRuns(() -> {
            throw new AssertionError("the handler failed badly");
        });
    }

    /** An answer is sent after the commit, so that there is none of work whose commit failed. */
    @Test
    void vector25AnAnswerWhoseCommitFailsIsNotGiven() {
        ends(() -> {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    throw new IllegalStateException("it cannot be committed");
                }
            });
            return AnswerDesk.status(201);
        });
        storesNothing(() -> isProblem(503, "commit-refused", send(ask)));
        remained(order, 0);
        ends(() -> AnswerDesk.status(201));
        isReplayOf(isFirst(201, send(ask)), send(ask));
        remained(order, 1);
        ran(order, 2);
    }

    private void failsThenRuns(Ending failure) {
        ends(failure);
        storesNothing(() -> isFirst(500, send(ask)));
        storesNothing(() -> isFirst(500, send(ask)));
        remained(order, 0);
        ends(() -> AnswerDesk.status(201));
        isReplayOf(isFirst(201, send(ask)), send(ask));
        remained(order, 1);
        ran(order, 3);
    }

    private void ends(Ending ending) {
        bean(AnswerDesk.class).ends(order, ending);
    }

    private void storesNothing(Runnable request) {
        request.run();
        assertThat(records("idempotency_key", key)).as("records").isZero();
    }
}
