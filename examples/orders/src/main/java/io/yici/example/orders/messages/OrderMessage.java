package io.yici.example.orders.messages;

import io.yici.example.orders.Money;
import io.yici.example.orders.Order;

/**
 * What is told of an order, as JSON. Others read it by these names, so members may be added and none be changed.
 *
 * @param type {@code order.placed} or {@code order.cancelled}
 * @param orderNo the order's number
 * @param buyer who has ordered
 * @param sku what
 * @param quantity how many
 * @param amountCents for how much
 */
record OrderMessage(String type, String orderNo, String buyer, String sku, int quantity, long amountCents) {
    static OrderMessage of(String type, String buyer, Order order) {
        return new OrderMessage(
                type, order.orderNo(), buyer, order.sku(), order.quantity(), Money.cents(order.amount()));
    }
}
