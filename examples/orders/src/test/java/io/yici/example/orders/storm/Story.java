package io.yici.example.orders.storm;

import java.util.List;

/**
 * What one buyer wanted, and was told.
 *
 * @param orderNo blank when nothing was ordered
 */
record Story(Plan plan, String orderNo, List<Told> told) {
    Story {
        told = List.copyOf(told);
    }
}
