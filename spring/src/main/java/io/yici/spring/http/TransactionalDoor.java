package io.yici.spring.http;

import io.yici.Answer;
import io.yici.IdempotencyException;
import io.yici.Outcome;
import io.yici.TransactionConflictException;
import io.yici.Work;
import io.yici.spring.transaction.SurroundingTransaction;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.transaction.UnexpectedRollbackException;

/**
 * Lets a handler run inside the transaction of its record: the claim before the rest of the filter chain, once, and the
 * response recorded after it and sent only once that is committed. Thread-safe.
 */
final class TransactionalDoor {
    private final Replay replay;
    private final Refusal refusal;
    private final HeldResponses held;

    TransactionalDoor(Replay replay, Refusal refusal, HeldResponses held) {
        this.replay = replay;
        this.refusal = refusal;
        this.held = held;
    }

    void pass(Asked asked) throws IOException, ServletException {
        Exchange exchange = new Exchange(asked.route());
        exchange.bindTo(asked.request());
        try (HeldResponse response = held.behind(asked)) {
            exchange.answersInto(response);
            pass(asked, exchange, response);
        } finally {
            Exchange.unbindFrom(asked.request());
        }
    }

    private void pass(Asked asked, Exchange exchange, HeldResponse response) throws IOException, ServletException {
        Run run = new Run(asked, exchange, response);
        Outcome<byte[]> outcome;
        try {
            outcome = asked.route().yici().once(asked.operation(), asked.fingerprint(), run.answer(), run);
        } catch (Fate.RolledBack answeredAllTheSame) {
            response.send();
            return;
        } catch (IdempotencyException refused) {
            if (refused == run.escaped) {
                throw refused;
            }
            refusal.send(asked, refused);
            return;
        } catch (Exception failed) {
            failed(asked, run, response, failed);
            return;
        }
        if (outcome.replayed()) {
            replay.send(asked, exchange, outcome.value());
        } else {
            response.send();
        }
    }

    /** Either the application threw past everybody, or the commit was refused: nothing is committed either way. */
    private void failed(Asked asked, Run run, HeldResponse response, Exception failed)
            throws IOException, ServletException {
        if (failed == run.escaped) {
            if (!isConflict(failed)) {
                Escape.rethrow(failed);
            }
            refusal.send(
                    asked,
                    new TransactionConflictException(
                            asked.operation(), "The database rolled the work back for the sake of another.", failed));
            return;
        }
        if (failed instanceof UnexpectedRollbackException && response.status() >= 400) {
            // The handler caught what had doomed its transaction, and answered with the refusal it made of that.
            response.send();
            return;
        }
        refusal.commitRefused(asked, failed);
    }

    private static boolean isConflict(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof ConcurrencyFailureException
                    || each instanceof SQLTransactionRollbackException
                    || (each instanceof SQLException sql
                            && Objects.requireNonNullElse(sql.getSQLState(), "").startsWith("40"))) {
                return true;
            }
        }
        return false;
    }

    /** The rest of the chain as work: it can be gone through once only. */
    private static final class Run implements Work<byte[], Exception> {
        private final Asked asked;
        private final Exchange exchange;
        private final HeldResponse response;
        private Fate fate = Fate.ROLLED_BACK;
        private @Nullable Throwable escaped;

        private Run(Asked asked, Exchange exchange, HeldResponse response) {
            this.asked = asked;
            this.exchange = exchange;
            this.response = response;
        }

        @Override
        public byte[] run() throws Exception {
            try {
                SurroundingTransaction.<Exception>around(
                        asked.route().store().dataSource(), () -> asked.answerInto(response));
            } catch (Throwable thrown) {
                escaped = thrown;
                throw thrown;
            }
            fate = Fate.of(exchange, response);
            if (fate == Fate.ROLLED_BACK) {
                throw new Fate.RolledBack(exchange.thrown());
            }
            return Snapshot.of(response, asked.route().rules()).encode();
        }

        @Override
        public boolean repeatable() {
            return false;
        }

        private Answer<byte[]> answer() {
            return Answer.stored(byte[].class)
                    .undoneWhen(bytes -> fate == Fate.UNDONE)
                    .committedUnrecordedWhen(bytes -> fate == Fate.COMMITTED)
                    .committedUnrecordedOn(
                            thrown -> escaped != null && asked.route().rules().commits(Escape.cause(escaped)));
        }
    }
}
