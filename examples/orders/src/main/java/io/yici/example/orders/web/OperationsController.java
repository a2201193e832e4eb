package io.yici.example.orders.web;

import io.yici.example.orders.gateway.GatewayEvent;
import io.yici.example.orders.payment.Operations;
import io.yici.external.Settled;
import io.yici.external.StepView;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
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

/** What waits for a person, for operators only: calls of the gateway of which nobody could find out what became. */
@RestController
@RequestMapping("/api/operations")
final class OperationsController {
    private final Operations operations;

    OperationsController(Operations operations) {
        this.operations = operations;
    }

    @GetMapping
    List<StepView> waiting() {
        return operations.waiting();
    }

    /** Lets the settler ask the gateway again. */
    @PostMapping("/{key}/question")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void askAgain(@PathVariable String key, @Valid @RequestBody Reason why, Principal operator) {
        requireWaiting(operations.askAgain(key, operator.getName(), why.reason()));
    }

    /** Takes one off whose events contradict each other, once it is set right by hand. */
    @PostMapping("/{key}/closing")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void close(@PathVariable String key, @Valid @RequestBody Reason why, Principal operator) {
        requireWaiting(operations.close(key, operator.getName(), why.reason()));
    }

    /** Says what became of it, as the gateway's books show. */
    @PostMapping("/{key}/conclusion")
    Concluded conclude(@PathVariable String key, @Valid @RequestBody Verdict verdict, Principal operator) {
        try {
            return new Concluded(operations.conclude(key, verdict.event(key), operator.getName(), verdict.reason()));
        } catch (IllegalArgumentException | IllegalStateException slip) {
            throw new ApiProblem(
                    HttpStatus.CONFLICT,
                    "conclusion-refused",
                    "The shop's books do not take this, and nothing was changed: " + slip.getMessage() + ".");
        }
    }

    private static void requireWaiting(boolean waiting) {
        if (!waiting) {
            throw new ApiProblem(HttpStatus.NOT_FOUND, "not-waiting", "Nothing like that waits under this key.");
        }
    }

    /** Why, for the audit. */
    record Reason(@NotBlank @Size(max = 200) String reason) {}

    /**
     * What the gateway's books say.
     *
     * @param type as in the gateway's events
     * @param bookedAs the gateway's number of it
     * @param amountCents how much it booked
     * @param reason who told, for the audit
     */
    record Verdict(
            @NotNull @Pattern(
                    regexp = "charge\\.captured|charge\\.declined|refund\\.done",
                    message = "must be charge.captured, charge.declined or refund.done")
            String type,

            @NotBlank @Size(max = 64) String bookedAs,
            @Positive long amountCents,
            @NotBlank @Size(max = 200) String reason) {
        GatewayEvent event(String key) {
            return new GatewayEvent("operator", type, key, bookedAs, bookedAs, amountCents);
        }
    }

    /** What came of it. */
    record Concluded(Settled settled) {}
}
