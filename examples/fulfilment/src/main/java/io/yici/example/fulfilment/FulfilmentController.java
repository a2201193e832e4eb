package io.yici.example.fulfilment;

import java.security.Principal;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shipments and points over HTTP: buyers see their own, operators send shipments off. */
@RestController
@RequestMapping("/api")
final class FulfilmentController {
    private final Shipments shipments;
    private final Points points;

    FulfilmentController(Shipments shipments, Points points) {
        this.shipments = shipments;
        this.points = points;
    }

    @GetMapping("/shipments")
    List<Shipment> shipments(Principal buyer) {
        return shipments.latestOf(buyer.getName());
    }

    @GetMapping("/points")
    Account points(Principal buyer) {
        return new Account(points.balanceOf(buyer.getName()), points.latestOf(buyer.getName()));
    }

    /** From here on a cancellation comes too late. Repeats find it sent already. */
    @PostMapping("/operations/shipments/{orderNo}/dispatch")
    ResponseEntity<Void> dispatch(@PathVariable String orderNo) {
        return ResponseEntity.status(shipments.ship(orderNo) ? HttpStatus.NO_CONTENT : HttpStatus.CONFLICT)
                .build();
    }

    /** What a buyer has, and for which orders. */
    record Account(long balance, List<Points.Booking> bookings) {}
}
