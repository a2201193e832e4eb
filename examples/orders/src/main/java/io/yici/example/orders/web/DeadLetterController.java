package io.yici.example.orders.web;

import io.yici.outbox.DeadLetter;
import io.yici.outbox.Outbox;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Messages that the broker refuses, for operators only; those of the same order wait behind them. */
@RestController
@RequestMapping("/api/operations/dead-letters")
final class DeadLetterController {
    private static final int MOST = 100;

    private final Outbox outbox;

    DeadLetterController(Outbox outbox) {
        this.outbox = outbox;
    }

    @GetMapping
    List<DeadLetter> list() {
        return outbox.deadLetters().list(MOST);
    }

    /** Has it sent again, and then those behind it. */
    @PostMapping("/{messageId}/resend")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void resend(@PathVariable String messageId, @Valid @RequestBody Reason why, Principal operator) {
        requireParked(outbox.deadLetters().resend(messageId, operator.getName(), why.reason()));
    }

    /** Gives it up; those behind it are sent. */
    @PostMapping("/{messageId}/drop")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void drop(@PathVariable String messageId, @Valid @RequestBody Reason why, Principal operator) {
        requireParked(outbox.deadLetters().drop(messageId, operator.getName(), why.reason()));
    }

    private static void requireParked(boolean parked) {
        if (!parked) {
            throw new ApiProblem(HttpStatus.NOT_FOUND, "not-waiting", "There is no dead letter of this id.");
        }
    }

    /** Why, for the audit. */
    record Reason(@NotBlank @Size(max = 200) String reason) {}
}
