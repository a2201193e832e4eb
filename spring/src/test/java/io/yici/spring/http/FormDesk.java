package io.yici.spring.http;

import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Answers in every form there is; none answers twice alike. */
@RestController
class FormDesk {
    static final String GREETING = "你好, naïve café ☕ ";

    private final OrderTable orders;
    private final Ledger ledger;

    FormDesk(OrderTable orders, Ledger ledger) {
        this.orders = orders;
        this.ledger = ledger;
    }

    @Idempotent(operation = "form.nothing")
    @PostMapping("/forms/nothing")
    ResponseEntity<Void> nothing(@RequestBody Map<String, String> order) {
        return ResponseEntity.noContent().eTag(write(order)).build();
    }

    @Idempotent(operation = "form.elsewhere")
    @PostMapping("/forms/elsewhere")
    ResponseEntity<Void> elsewhere(@RequestBody Map<String, String> order) {
        return ResponseEntity.status(303)
                .location(URI.create("/orders/" + write(order) + "?a=1&b=%C3%A9"))
                .build();
    }

    @Idempotent(operation = "form.binary")
    @PostMapping("/forms/binary")
    ResponseEntity<byte[]> binary(@RequestBody Map<String, String> order) {
        write(order);
        byte[] bytes = new byte[512];
        ThreadLocalRandom.current().nextBytes(bytes);
        for (int each = 0; each < 256; each++) {
            bytes[each] = (byte) each;
        }
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_PDF).body(bytes);
    }

    @Idempotent(operation = "form.text")
    @PostMapping("/forms/text")
    ResponseEntity<String> text(@RequestBody Map<String, String> order) {
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("text/plain;charset=UTF-8"))
                .body(GREETING + write(order));
    }

    /** By the writer of the response itself, in pieces. */
    @Idempotent(operation = "form.written")
    @PostMapping("/forms/written")
    void written(@RequestBody Map<String, String> order, HttpServletResponse response) throws IOException {
        response.setStatus(202);
        response.setContentType("text/html");
        response.setCharacterEncoding("UTF-8");
        response.getWriter().write(GREETING);
        response.flushBuffer();
        response.getWriter().write(write(order));
    }

    /** A mebibyte in pieces, without its length. */
    @Idempotent(operation = "form.large")
    @PostMapping("/forms/large")
    void large(@RequestBody Map<String, String> order, HttpServletResponse response) throws IOException {
        write(order);
        response.setContentType("application/octet-stream");
        byte[] piece = new byte[64 * 1024];
        for (int pieces = 0; pieces < 16; pieces++) {
            ThreadLocalRandom.current().nextBytes(piece);
            response.getOutputStream().write(piece);
            response.flushBuffer();
        }
    }

    /** With every header that must be kept, and every one that must not. */
    @Idempotent(operation = "form.headers")
    @PostMapping("/forms/headers")
    ResponseEntity<Map<String, String>> headers(@RequestBody Map<String, String> order, HttpServletResponse response) {
        String number = write(order);
        response.addCookie(new Cookie("session", number));
        return ResponseEntity.created(URI.create("/orders/" + number))
                .eTag("\"" + number + "\"")
                .header("Content-Disposition", "attachment; filename=\"a,b.txt\"")
                .header("Content-Language", "de, en")
                .header("Content-Location", "/copies/" + number)
                .header("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")
                .header("Link", "</orders/" + number + ">; rel=\"self\"", "</orders?a,b>; rel=\"up\"; title=\"a, b\"")
                .header("Set-Cookie", "csrf=" + number + "; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Path=/")
                .header("WWW-Authenticate", "Basic realm=\"" + number + "\"")
                .header("Proxy-Authenticate", "Basic realm=\"" + number + "\"")
                .header("Date", "Wed, 21 Oct 2015 07:28:00 GMT")
                .header("X-Request-Id", number)
                .header("traceparent", "00-" + number)
                .header("X-RateLimit-Remaining", number)
                .header("RateLimit", number)
                .header("Access-Control-Allow-Origin", "https://" + number + ".example")
                .header("X-Custom", number)
                .body(Map.of("number", number));
    }

    private String write(Map<String, String> order) {
        String name = Objects.requireNonNull(order.get("order"));
        ledger.ran(name);
        orders.insert(name, "form");
        return UUID.randomUUID().toString();
    }
}
