package io.yici.spring;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Business rows, one for each effect. */
public final class OrderTable {
    private final JdbcClient jdbc;

    public OrderTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
        jdbc.sql("CREATE TABLE IF NOT EXISTS orders (order_key VARCHAR(100) NOT NULL, sku VARCHAR(20) NOT NULL)")
                .update();
        jdbc.sql("CREATE TABLE IF NOT EXISTS gifts (order_key VARCHAR(100) NOT NULL PRIMARY KEY)")
                .update();
    }

    /** Fails for the second of an order. */
    public void insertGift(String key) {
        jdbc.sql("INSERT INTO gifts (order_key) VALUES (?)").param(key).update();
    }

    public void insert(String key, String sku) {
        jdbc.sql("INSERT INTO orders (order_key, sku) VALUES (?, ?)")
                .params(key, sku)
                .update();
    }

    public int rowsOf(String key) {
        return jdbc.sql("SELECT COUNT(*) FROM orders WHERE order_key = ?")
                .param(key)
                .query(Integer.class)
                .single();
    }

    public int rows() {
        return jdbc.sql("SELECT COUNT(*) FROM orders").query(Integer.class).single();
    }

    public int records() {
        return jdbc.sql("SELECT COUNT(*) FROM yici_record").query(Integer.class).single();
    }

    public int records(String state) {
        return jdbc.sql("SELECT COUNT(*) FROM yici_record WHERE state = ?")
                .param(state)
                .query(Integer.class)
                .single();
    }
}
