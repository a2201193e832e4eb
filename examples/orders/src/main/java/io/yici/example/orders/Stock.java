package io.yici.example.orders;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code product}. */
@Repository
public class Stock {
    private static final String SELECT = "SELECT sku, name_en, name_zh, price_cents, quantity FROM product";

    private final JdbcClient jdbc;

    Stock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Everything that is sold, by SKU. */
    public List<Product> all() {
        return jdbc.sql(SELECT + " ORDER BY sku").query(Stock::product).list();
    }

    /** One product. */
    public Optional<Product> find(String sku) {
        return jdbc.sql(SELECT + " WHERE sku = ?")
                .param(sku)
                .query(Stock::product)
                .optional();
    }

    /**
     * Takes some out of stock, in one statement, so that two buyers cannot take the same.
     *
     * @return false when there are fewer, or there is no such product; nothing was taken then
     */
    boolean take(String sku, int quantity) {
        return jdbc.sql("UPDATE product SET quantity = quantity - ? WHERE sku = ? AND quantity >= ?")
                        .params(quantity, sku, quantity)
                        .update()
                == 1;
    }

    /** Puts back what was taken. */
    void giveBack(String sku, int quantity) {
        int rows = jdbc.sql("UPDATE product SET quantity = quantity + ? WHERE sku = ?")
                .params(quantity, sku)
                .update();
        if (rows != 1) {
            throw new IllegalStateException("product " + sku + " is gone: " + rows + " rows were updated");
        }
    }

    private static Product product(ResultSet row, int rowNumber) throws SQLException {
        return new Product(
                row.getString("sku"),
                row.getString("name_en"),
                row.getString("name_zh"),
                BigDecimal.valueOf(row.getLong("price_cents"), 2),
                row.getInt("quantity"));
    }
}
