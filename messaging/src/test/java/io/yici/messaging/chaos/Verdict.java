package io.yici.messaging.chaos;

import java.sql.Connection;
import java.sql.SQLException;

/** What the ledger says at the end; all but the duplicates that were met must be nothing. */
record Verdict(int published, int applied, int lost, int twice, int unknown, int outOfOrder, int unpublished) {
    /** @param committed how many the producers saw committed */
    static Verdict of(Connection connection, int committed) throws SQLException {
        return new Verdict(
                Shop.number(connection, "SELECT COUNT(*) FROM published"),
                Shop.number(connection, "SELECT COUNT(*) FROM applied"),
                Shop.number(
                        connection,
                        "SELECT COUNT(*) FROM published p WHERE NOT EXISTS"
                                + " (SELECT 1 FROM applied a WHERE a.message_no = p.message_no AND a.seq = p.seq)"),
                Shop.number(
                        connection,
                        "SELECT COUNT(*) FROM (SELECT message_no FROM applied GROUP BY message_no HAVING COUNT(*) > 1) t"),
                Shop.number(
                        connection,
                        "SELECT COUNT(*) FROM applied a WHERE NOT EXISTS"
                                + " (SELECT 1 FROM published p WHERE a.message_no = p.message_no AND a.seq = p.seq)"),
                Shop.number(connection, "SELECT COUNT(*) FROM applied WHERE seen_before <> seq - 1"),
                committed - Shop.number(connection, "SELECT COUNT(*) FROM published"));
    }

    boolean isClean(int messages) {
        return published == messages
                && applied == messages
                && lost + twice + unknown + outOfOrder == 0
                && unpublished == 0;
    }
}
