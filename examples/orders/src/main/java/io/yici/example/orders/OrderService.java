package io.yici.example.orders;

import io.yici.Rejection;
import io.yici.example.orders.messages.OrderMessages;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places orders: stock goes down and the order is written; and cancels them: stock goes up again. Others are told. */
@Service
public class OrderService {
    private static final Logger log = LoggerFactory.getLogger(OrderService.class);

    private final Stock stock;
    private final Orders orders;
    private final OrderNumbers numbers;
    private final OrderMoves moves;
    private final OrderMessages messages;

    OrderService(Stock stock, Orders orders, OrderNumbers numbers, OrderMoves moves, OrderMessages messages) {
        this.stock = stock;
        this.orders = orders;
        this.numbers = numbers;
        this.moves = moves;
        this.messages = messages;
    }

    /**
     * Places an order: the stock, the order row and the message about it commit together, inside of a guarded request
     * with its record.
     *
     * @throws Rejection {@code unknown-sku} or {@code out-of-stock}; nothing is written then, and a repeat under the
     *     same key is refused alike
     */
    @Transactional
    public Order place(PlaceOrder intent) {
        Product product = stock.find(intent.sku())
                .orElseThrow(() -> Rejection.of("unknown-sku", "There is no product " + intent.sku() + ".")
                        .with("sku", intent.sku()));
        if (!stock.take(intent.sku(), intent.quantity())) {
            throw Rejection.of("out-of-stock", "Not enough of " + intent.sku() + " is left.")
                    .with("sku", intent.sku());
        }
        Order order = Order.placed(
                numbers.next(),
                intent.sku(),
                intent.quantity(),
                product.price().multiply(BigDecimal.valueOf(intent.quantity())),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
        orders.add(intent.userId(), order);
        messages.placed(intent.userId(), order);
        log.info("Order {}: {} buys {} × {}", order.orderNo(), intent.userId(), intent.quantity(), intent.sku());
        return order;
    }

    /**
     * Cancels an order that is not paid, and returns its stock in the same transaction, once. An order that is
     * cancelled already stays so. A payment that is on its way does not hinder it: what comes of it too late goes back.
     *
     * @throws NoSuchOrderException the buyer has none of this number
     * @throws Rejection {@code order-paid}: what is paid is given back by refunds
     */
    @Transactional
    public Order cancel(String buyer, String orderNo) {
        Order order = orders.require(buyer, orderNo);
        if (moves.cancelled(orderNo)) {
            stock.giveBack(order.sku(), order.quantity());
            messages.cancelled(buyer, order);
            log.info("Order {}: cancelled", orderNo);
        }
        return orders.require(buyer, orderNo);
    }
}
