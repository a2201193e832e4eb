package io.yici.spring.http;

import io.yici.AnswerNotKeptException;
import io.yici.UnreadableRecordException;
import io.yici.http.KeptResponse;
import io.yici.http.KeptResponseException;
import io.yici.spring.web.ReplayHeader;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;

/**
 * Gives a recorded response again, once the application has let the request pass: filters, interceptors and the rules
 * on the handler are gone through as on a first run, and stop in front of the handler's body. Thread-safe.
 */
final class Replay {
    private final Refusal refusal;
    private final HeldResponses held;

    Replay(Refusal refusal, HeldResponses held) {
        this.refusal = refusal;
        this.held = held;
    }

    void send(Asked asked, Exchange exchange, byte[] recorded) throws IOException, ServletException {
        KeptResponse kept;
        try {
            kept = KeptResponse.decode(recorded);
        } catch (KeptResponseException unreadable) {
            refusal.send(
                    asked,
                    new UnreadableRecordException(
                            asked.operation(), "The recorded response cannot be read.", unreadable));
            return;
        }
        exchange.startReplaying();
        try (HeldResponse said = held.behind(asked)) {
            if (!exchange.isLetThrough()) {
                exchange.answersInto(said);
                asked.answerInto(said);
                if (!exchange.isLetThrough()) {
                    said.send();
                    return;
                }
            }
            if (asked.route().authorizer() != null) {
                asked.route().authorizer().authorize(asked.request(), asked.operation());
            }
            said.sendMarkedHead();
        }
        send(asked, kept);
    }

    private void send(Asked asked, KeptResponse kept) throws IOException {
        HttpServletResponse response = asked.response();
        response.setHeader(ReplayHeader.NAME, "true");
        if (!kept.isComplete()) {
            kept.headers().stream()
                    .filter(header -> header.name().equalsIgnoreCase(HttpHeaders.LOCATION))
                    .forEach(header -> response.setHeader(header.name(), header.value()));
            refusal.send(
                    asked,
                    new AnswerNotKeptException(
                            asked.operation(), "It was executed, but its response was too long to be kept.", null));
            return;
        }
        HeldHead head = new HeldHead();
        head.status(kept.status());
        kept.headers().forEach(header -> head.replaceThenAdd(header));
        head.set(HttpHeaders.CACHE_CONTROL, "no-store");
        head.sendTo(response);
        if (kept.isError()) {
            new HeldResponse.Error(kept.status(), kept.errorMessage()).sendTo(response);
            return;
        }
        byte[] body = kept.body();
        if (body.length > 0) {
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }
}
