package io.yici.example.fulfilment;

import io.yici.inbox.Inbox;
import io.yici.inbox.ParkedMessage;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Messages that could not be handled, and those that wait behind them, for operators only. */
@RestController
@RequestMapping("/api/operations/parked")
final class ParkedController {
    private static final int MOST = 100;

    private final List<Inbox> inboxes;

    ParkedController(List<Inbox> inboxes) {
        this.inboxes = inboxes;
    }

    @GetMapping
    List<Parked> list() {
        return inboxes.stream()
                .flatMap(inbox -> inbox.parked().list(MOST).stream())
                .map(Parked::of)
                .toList();
    }

    /** Runs it again, and then those behind it. */
    @PostMapping("/{id}/resend")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void resend(@PathVariable String id, @Valid @RequestBody Reason why, Principal operator) {
        inOne(inbox -> inbox.parked().resend(id, operator.getName(), why.reason()));
    }

    /** Takes it for handled; those behind it are run. */
    @PostMapping("/{id}/drop")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void drop(@PathVariable String id, @Valid @RequestBody Reason why, Principal operator) {
        inOne(inbox -> inbox.parked().drop(id, operator.getName(), why.reason()));
    }

    private void inOne(Predicate<Inbox> action) {
        if (inboxes.stream().noneMatch(action)) {
            throw new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "No message is parked under this id: it may be settled by now.");
        }
    }

    /** Why, for the audit. */
    record Reason(@NotBlank @Size(max = 200) String reason) {}

    /** A kept message as operators see it. */
    record Parked(
            String id,
            String operation,
            String state,
            @Nullable String orderNo,
            int tries,
            @Nullable String reason,
            Instant firstAt,
            Instant lastTryAt,
            long waitingBehind,
            String content) {
        static Parked of(ParkedMessage parked) {
            return new Parked(
                    parked.id(),
                    parked.operation(),
                    parked.state().name(),
                    parked.message().orderingKey(),
                    parked.tries(),
                    parked.reason(),
                    parked.firstAt(),
                    parked.lastTryAt(),
                    parked.waitingBehind(),
                    new String(parked.message().payload(), StandardCharsets.UTF_8));
        }
    }
}
