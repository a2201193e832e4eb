package io.yici.spring.service;

import io.yici.Rejection;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.PlaceOrder;
import io.yici.spring.PlacedOrder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** A service whose methods differ in what surrounds and what ends them. */
class Shop {
    private final OrderTable orders;
    private final Ledger ledger;
    private final Backroom backroom;

    Shop(OrderTable orders, Ledger ledger, Backroom backroom) {
        this.orders = orders;
        this.ledger = ledger;
        this.backroom = backroom;
    }

    private PlacedOrder write(PlaceOrder order) {
        ledger.ran(order.key());
        orders.insert(order.key(), order.sku());
        return new PlacedOrder(ledger.runsOf(order.key()), order.sku(), new BigDecimal("10.00"));
    }

    @Idempotent(operation = "place", key = "#order.key", caller = "#order.userId")
    public PlacedOrder place(PlaceOrder order) {
        return write(order);
    }

    @Transactional
    @Idempotent(operation = "place.transactional", key = "#order.key", caller = "#order.userId")
    public PlacedOrder placeTransactional(PlaceOrder order) {
        return write(order);
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @Idempotent(operation = "place.new", key = "#order.key", caller = "#order.userId")
    public PlacedOrder placeInNew(PlaceOrder order) {
        return write(order);
    }

    @Transactional(propagation = Propagation.MANDATORY)
    @Idempotent(operation = "place.mandatory", key = "#order.key", caller = "#order.userId")
    public PlacedOrder placeInside(PlaceOrder order) {
        return write(order);
    }

    @Idempotent(operation = "place.void", key = "{#order.userId, #order.key}", caller = "#order.userId")
    public void placeSilently(PlaceOrder order) {
        write(order);
    }

    @Idempotent(operation = "place.null", key = "#a0.key", caller = "#a0.userId", scope = "#a0.sku")
    public @Nullable PlacedOrder placeForNothing(PlaceOrder order) {
        write(order);
        return null;
    }

    @Transactional
    @Idempotent(operation = "fail.unchecked", key = "#order.key", caller = "#order.userId")
    public PlacedOrder failUnchecked(PlaceOrder order) {
        write(order);
        throw new IllegalStateException("boom");
    }

    @Transactional
    @Idempotent(operation = "fail.checked", key = "#order.key", caller = "#order.userId")
    public PlacedOrder failChecked(PlaceOrder order) throws IOException {
        write(order);
        throw new IOException("boom");
    }

    @Transactional(noRollbackFor = IOException.class, rollbackFor = FileNotFoundException.class)
    @Idempotent(operation = "fail.committing", key = "#order.key", caller = "#order.userId")
    public PlacedOrder failCommitting(PlaceOrder order, IOException failure) throws IOException {
        write(order);
        throw failure;
    }

    @Transactional
    @Idempotent(
            operation = "fail.named",
            key = "#order.key",
            caller = "#order.userId",
            commitUnrecorded = IllegalStateException.class)
    public PlacedOrder failNamed(PlaceOrder order) {
        write(order);
        throw new IllegalStateException("counted");
    }

    @Transactional
    @Idempotent(
            operation = "attempt",
            key = "#order.key",
            caller = "#order.userId",
            unrecordedWhen = "#result.startsWith('again')")
    public String attempt(PlaceOrder order) {
        write(order);
        return ledger.runsOf(order.key()) < 3 ? "again" : "enough";
    }

    @Idempotent(operation = "reject", key = "#order.key", caller = "#order.userId")
    public PlacedOrder reject(PlaceOrder order) {
        write(order);
        throw Rejection.of("out-of-stock", "No more tea").with("sku", order.sku());
    }

    @Transactional
    @Idempotent(operation = "reject.transactional", key = "#order.key", caller = "#order.userId")
    public PlacedOrder rejectTransactional(PlaceOrder order) {
        write(order);
        backroom.reject(order);
        return new PlacedOrder(0, "never", BigDecimal.ZERO);
    }

    @Idempotent(operation = "gift", key = "#order.key", caller = "#order.userId")
    public void giveOnce(PlaceOrder order) {
        ledger.ran(order.key());
        orders.insertGift(order.key());
    }

    @Idempotent(operation = "swallow", key = "#order.key", caller = "#order.userId")
    public PlacedOrder swallowFailureInside(PlaceOrder order) {
        PlacedOrder placed = write(order);
        try {
            backroom.fail();
        } catch (IllegalStateException swallowed) {
            ledger.ran("swallowed");
        }
        return placed;
    }

    @Idempotent(operation = "escape.new", key = "#order.key", caller = "#order.userId")
    public PlacedOrder escapeIntoNew(PlaceOrder order) {
        PlacedOrder placed = write(order);
        backroom.writeInNew("escaped");
        return placed;
    }

    @Idempotent(operation = "escape.none", key = "#order.key", caller = "#order.userId")
    public PlacedOrder escapeIntoNone(PlaceOrder order) {
        PlacedOrder placed = write(order);
        backroom.writeOutside("escaped");
        return placed;
    }

    @Idempotent(operation = "escape.allowed", key = "#order.key", caller = "#order.userId", allowSuspension = true)
    public PlacedOrder escapeAllowed(PlaceOrder order) {
        backroom.count();
        return write(order);
    }

    @Idempotent(operation = "escape.configured", key = "#order.key", caller = "#order.userId")
    public PlacedOrder escapeConfigured(PlaceOrder order) {
        backroom.count();
        return write(order);
    }

    @Idempotent(
            operation = "by.reference",
            key = "#order.key",
            caller = "#order.userId",
            reference = "#result.sku",
            replay = "find(#order, #reference)")
    public PlacedOrder placeByReference(PlaceOrder order) {
        return write(order);
    }

    /** Rebuilds an answer from the rows. */
    public @Nullable PlacedOrder find(PlaceOrder order, String sku) {
        int rows = orders.rowsOf(order.key());
        return rows == 0 ? null : new PlacedOrder(rows, sku, new BigDecimal("99.00"));
    }

    /** Works in transactions of its own. */
    static class Backroom {
        private final OrderTable orders;
        private final Ledger ledger;

        Backroom(OrderTable orders, Ledger ledger) {
            this.orders = orders;
            this.ledger = ledger;
        }

        @Transactional
        public void reject(PlaceOrder order) {
            orders.insert(order.key(), "backroom");
            throw Rejection.of("out-of-stock", "No more tea").with("sku", order.sku());
        }

        @Transactional
        public void fail() {
            throw new IllegalStateException("inside");
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void writeInNew(String key) {
            ledger.ran(key);
            orders.insert(key, "apart");
        }

        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void writeOutside(String key) {
            ledger.ran(key);
            orders.insert(key, "apart");
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void count() {
            ledger.ran("counted");
        }
    }
}
