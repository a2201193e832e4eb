package io.yici.benchmarks;

import io.yici.benchmarks.Market.Receipt;
import java.util.List;
import java.util.stream.IntStream;

/** A long answer: about 2 KB as JSON. */
record Sheet(String orderNo, String sku, int quantity, List<Line> lines) {
    private static final int LINES = 18;

    /** One line of it, about 100 bytes as JSON. */
    record Line(int number, String article, String remark, int pieces, boolean available) {}

    static Sheet of(Receipt receipt) {
        List<Line> lines = IntStream.rangeClosed(1, LINES)
                .mapToObj(number -> new Line(number, "article " + number, "packed by hand, sent by post", number, true))
                .toList();
        return new Sheet(receipt.orderNo(), receipt.sku(), receipt.quantity(), lines);
    }
}
