package io.yici.benchmarks;

import io.yici.Answer;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.benchmarks.Market.Receipt;
import io.yici.benchmarks.Market.Request;
import io.yici.spring.SpringYici;
import io.yici.spring.web.ReplayHeader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Handlers whose bodies call the engine themselves. */
@RestController
class EngineOrders {
    private static final Operation.Called ORDER = called("order.engine");
    private static final Operation.Called SHEET = called("sheet.engine");

    private final SpringYici yici;
    private final JdbcTemplate jdbc;

    EngineOrders(SpringYici yici, JdbcTemplate jdbc) {
        this.yici = yici;
        this.jdbc = jdbc;
    }

    @SuppressWarnings("NullAway") // does not see that the answer is nothing
    @PostMapping("/order")
    ResponseEntity<Void> order(@RequestHeader("Idempotency-Key") String key, @RequestBody Request request) {
        Outcome<@Nullable Void> outcome = yici.once(ORDER.key(key), yici.fingerprint(request), Answer.nothing(), () -> {
            place(request);
            return null;
        });
        return ResponseEntity.noContent()
                .header(ReplayHeader.NAME, String.valueOf(outcome.replayed()))
                .build();
    }

    @PostMapping("/sheet")
    ResponseEntity<Sheet> sheet(@RequestHeader("Idempotency-Key") String key, @RequestBody Request request) {
        Outcome<Sheet> outcome = yici.once(SHEET.key(key), request, Sheet.class, () -> Sheet.of(place(request)));
        return ResponseEntity.ok()
                .header(ReplayHeader.NAME, String.valueOf(outcome.replayed()))
                .body(outcome.value());
    }

    private Receipt place(Request request) {
        return Objects.requireNonNull(
                jdbc.execute((ConnectionCallback<Receipt>) connection -> Market.place(connection, request)));
    }

    private static Operation.Called called(String name) {
        return Operation.named(name).by(OrderServer.Application.CALLER);
    }
}
