package io.yici.example.orders.storm;

import io.yici.example.gateway.Charge;
import io.yici.example.gateway.Refund;
import io.yici.example.orders.storm.Books.OrderRow;
import io.yici.example.orders.storm.Books.PaymentRow;
import io.yici.example.orders.storm.Books.RefundRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the shop's books with the gateway's ledger and with what buyers were told; each disagreement is one line.
 */
final class Audit {
    private final Books books;
    private final Map<String, List<Charge>> captured;
    private final Map<String, List<Refund>> givenBack;
    private final Map<String, List<PaymentRow>> payments;
    private final Map<String, List<RefundRow>> refunds;
    private final List<String> disagreements = new ArrayList<>();

    private Audit(Books books) {
        this.books = books;
        this.captured = books.charges().stream()
                .filter(charge -> charge.status() == Charge.Status.CAPTURED)
                .collect(Collectors.groupingBy(Charge::orderNo));
        this.givenBack = books.givenBack().stream().collect(Collectors.groupingBy(Refund::orderNo));
        this.payments = books.payments().stream().collect(Collectors.groupingBy(PaymentRow::orderNo));
        this.refunds = books.refunds().stream().collect(Collectors.groupingBy(RefundRow::orderNo));
    }

    static List<String> of(Books books, Map<String, Integer> stockBefore, List<Story> stories) {
        Audit audit = new Audit(books);
        books.orders().forEach(audit::order);
        audit.strangers();
        audit.stock(stockBefore);
        audit.stories(stories);
        return audit.disagreements;
    }

    private void order(OrderRow order) {
        String no = order.orderNo();
        List<Charge> charges = captured.getOrDefault(no, List.of());
        List<Refund> returns = givenBack.getOrDefault(no, List.of());
        long taken = charges.stream().mapToLong(Charge::amountCents).sum();
        long returned = returns.stream().mapToLong(Refund::amountCents).sum();
        require(charges.size() <= 1, no, "was charged " + charges.size() + " times");
        require(order.captured() == taken, no, "has " + order.captured() + " captured, the gateway " + taken);
        require(order.refunded() == returned, no, "has " + order.refunded() + " refunded, the gateway " + returned);
        require(returned <= taken, no, "got " + returned + " back of " + taken);
        switch (order.status()) {
            case "PAID" -> require(taken == order.amount(), no, "is paid, and " + taken + " was charged");
            case "NEW" -> require(taken == 0, no, "is not paid, and " + taken + " was charged");
            case "CANCELLED" -> {
                require(taken == returned, no, "is cancelled; charged " + taken + ", given back " + returned);
                require(
                        returns.size() == charges.size(),
                        no,
                        "is cancelled and was refunded " + returns.size() + " times");
            }
            default -> require(false, no, "is left " + order.status());
        }
        payments(no, charges);
        refunds(no, returns);
    }

    private void payments(String no, List<Charge> charges) {
        List<PaymentRow> rows = payments.getOrDefault(no, List.of());
        Set<String> booked = rows.stream()
                .filter(row -> row.status().equals("CAPTURED"))
                .map(PaymentRow::chargeId)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        Set<String> real = charges.stream().map(Charge::chargeId).collect(Collectors.toSet());
        require(booked.equals(real), no, "has payments by " + booked + ", the gateway " + real);
        require(rows.stream().noneMatch(row -> row.status().equals("SETTLING")), no, "has a payment left unknown");
    }

    private void refunds(String no, List<Refund> returns) {
        List<RefundRow> rows = refunds.getOrDefault(no, List.of());
        List<Long> booked = rows.stream()
                .filter(row -> row.status().equals("DONE"))
                .map(RefundRow::amount)
                .sorted()
                .toList();
        List<Long> real = returns.stream().map(Refund::amountCents).sorted().toList();
        require(booked.equals(real), no, "has refunds of " + booked + ", the gateway " + real);
        require(rows.stream().noneMatch(row -> row.status().equals("SETTLING")), no, "has a refund left unknown");
    }

    /** Nothing at the gateway is about an order the shop does not have. */
    private void strangers() {
        Set<String> known = books.orders().stream().map(OrderRow::orderNo).collect(Collectors.toSet());
        books.charges()
                .forEach(charge -> require(
                        known.contains(charge.orderNo()), charge.orderNo(), "is unknown to the shop and was charged"));
    }

    private void stock(Map<String, Integer> before) {
        Map<String, Integer> sold = books.orders().stream()
                .filter(order -> !order.status().equals("CANCELLED"))
                .collect(Collectors.groupingBy(OrderRow::sku, Collectors.summingInt(OrderRow::quantity)));
        before.forEach((sku, quantity) -> {
            int expected = quantity - sold.getOrDefault(sku, 0);
            int found = books.stock().getOrDefault(sku, 0);
            require(found == expected, sku, "has " + found + " in stock instead of " + expected);
        });
    }

    private void stories(List<Story> stories) {
        Map<String, OrderRow> orders = byNumber(books.orders(), OrderRow::orderNo);
        Map<String, PaymentRow> paid = byNumber(books.payments(), PaymentRow::paymentNo);
        Map<String, RefundRow> refunded = byNumber(books.refunds(), RefundRow::refundNo);
        Set<String> told = new HashSet<>();
        for (Story story : stories) {
            for (Told answer : story.told()) {
                require(holds(answer, orders, paid, refunded), story.orderNo(), "is not as was told: " + answer);
            }
            require(story.orderNo().isEmpty() || told.add(story.orderNo()), story.orderNo(), "was given to two buyers");
        }
        require(told.equals(orders.keySet()), "the shop", "has other orders than the buyers: " + orders.keySet());
    }

    /** Whether the books say what a buyer was told. */
    private static boolean holds(
            Told told, Map<String, OrderRow> orders, Map<String, PaymentRow> paid, Map<String, RefundRow> refunded) {
        if (told.is("payment", 201)) {
            PaymentRow row = paid.get(told.text("paymentNo"));
            return row != null && row.status().equals("CAPTURED");
        }
        if (told.is("payment", 402)) {
            PaymentRow row = paid.get(told.text("paymentNo"));
            return row != null && row.status().equals("DECLINED");
        }
        if (told.is("refund", 201)) {
            RefundRow row = refunded.get(told.text("refundNo"));
            return row != null && row.status().equals("DONE");
        }
        if (told.is("cancellation", 200)) {
            OrderRow row = orders.get(told.text("orderNo"));
            return row != null && row.status().equals("CANCELLED");
        }
        return !told.isGivenUp() && told.status() < 500;
    }

    private void require(boolean holds, String subject, String otherwise) {
        if (!holds) {
            disagreements.add(subject + " " + otherwise);
        }
    }

    private static <T> Map<String, T> byNumber(List<T> rows, Function<T, String> number) {
        return rows.stream().collect(Collectors.toMap(number, Function.identity()));
    }
}
