package io.yici.example.fulfilment;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** One shipment for each order, called off with it unless it has left. */
final class Shipping extends OrderHandler {
    private static final Logger log = LoggerFactory.getLogger(Shipping.class);

    private final Shipments shipments;

    Shipping(Shipments shipments, JsonMapper json) {
        super(json);
        this.shipments = shipments;
    }

    @Override
    void placed(OrderEvent event) {
        if (shipments.isCalledOff(event.orderNo())) {
            log.info("Order {}: was cancelled before it came here; nothing is shipped", event.orderNo());
            return;
        }
        shipments.add(event, ShipmentStatus.OPEN);
        log.info("Order {}: shipment of {} × {}", event.orderNo(), event.quantity(), event.sku());
    }

    @Override
    void cancelled(OrderEvent event) {
        if (shipments.callOff(event.orderNo())) {
            log.info("Order {}: shipment called off", event.orderNo());
        } else if (shipments.isKnown(event.orderNo())) {
            log.warn("Order {}: cancelled when its shipment had left", event.orderNo());
        } else {
            shipments.add(event, ShipmentStatus.CANCELLED);
        }
    }
}
