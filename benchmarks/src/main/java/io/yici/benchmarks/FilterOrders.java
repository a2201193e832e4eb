package io.yici.benchmarks;

import io.yici.benchmarks.Market.Receipt;
import io.yici.benchmarks.Market.Request;
import io.yici.spring.Idempotent;
import java.util.Objects;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The same handlers, guarded by the filter. */
@RestController
class FilterOrders {
    private final JdbcTemplate jdbc;

    FilterOrders(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Idempotent(operation = "order.filter")
    @PostMapping("/order")
    ResponseEntity<Void> order(@RequestBody Request request) {
        place(request);
        return ResponseEntity.noContent().build();
    }

    @Idempotent(operation = "sheet.filter")
    @PostMapping("/sheet")
    ResponseEntity<Sheet> sheet(@RequestBody Request request) {
        return ResponseEntity.ok(Sheet.of(place(request)));
    }

    private Receipt place(Request request) {
        return Objects.requireNonNull(
                jdbc.execute((ConnectionCallback<Receipt>) connection -> Market.place(connection, request)));
    }
}
