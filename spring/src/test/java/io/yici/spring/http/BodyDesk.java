package io.yici.spring.http;

import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Says what it has read; the order comes in a header. */
@RestController
class BodyDesk {
    private final OrderTable orders;
    private final Ledger ledger;

    BodyDesk(OrderTable orders, Ledger ledger) {
        this.orders = orders;
        this.ledger = ledger;
    }

    @Idempotent(operation = "body.bytes")
    @PostMapping("/bodies/bytes")
    byte[] bytes(@RequestBody byte[] body, @RequestHeader("X-Order") String order) {
        write(order);
        return body;
    }

    @Idempotent(operation = "body.stream")
    @PostMapping("/bodies/stream")
    byte[] stream(HttpServletRequest request, @RequestHeader("X-Order") String order) throws IOException {
        write(order);
        return request.getInputStream().readAllBytes();
    }

    @Idempotent(operation = "body.form")
    @PostMapping("/bodies/form")
    Map<String, List<String>> form(
            @RequestParam MultiValueMap<String, String> pairs, @RequestHeader("X-Order") String order) {
        write(order);
        return new TreeMap<>(pairs);
    }

    @Idempotent(operation = "body.multipart")
    @PostMapping("/bodies/multipart")
    List<String> multipart(
            @RequestPart MultipartFile file, @RequestParam String note, @RequestHeader("X-Order") String order)
            throws IOException {
        write(order);
        return List.of(
                note,
                String.valueOf(file.getOriginalFilename()),
                String.valueOf(file.getContentType()),
                Base64.getEncoder().encodeToString(file.getBytes()));
    }

    private void write(String order) {
        ledger.ran(order);
        orders.insert(order, "body");
    }
}
