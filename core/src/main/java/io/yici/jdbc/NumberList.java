package io.yici.jdbc;

import io.yici.jdbc.Dialect.RelayTexts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/** Conditions of statements on a list of numbers, in few texts, so that there is little for a driver to keep. */
final class NumberList {
    private static final String MARKS = "{marks}";

    private final RelayTexts texts;

    NumberList(RelayTexts texts) {
        this.texts = texts;
    }

    /** That a column has one of the numbers; for {@link #prepare}. */
    String among(String column) {
        return texts.among().replace("{column}", column);
    }

    /** Prepares a statement with one such condition. */
    PreparedStatement prepare(Connection connection, String sql, Collection<Long> numbers) throws SQLException {
        return connection.prepareStatement(sql.replace(MARKS, FinishedClaims.marks(places(numbers))));
    }

    /**
     * Sets the numbers of which there is at least one.
     *
     * @return the place behind them
     */
    int set(PreparedStatement statement, int first, Collection<Long> numbers) throws SQLException {
        if (texts.asArray()) {
            statement.setArray(first, statement.getConnection().createArrayOf("bigint", numbers.toArray()));
            return first + 1;
        }
        int place = first;
        long last = 0;
        for (long each : numbers) {
            last = each;
            statement.setLong(place++, each);
        }
        while (place < first + places(numbers)) {
            statement.setLong(place++, last);
        }
        return place;
    }

    /** The next power of two. */
    private static int places(Collection<Long> numbers) {
        return Math.max(Integer.highestOneBit(numbers.size() * 2 - 1), 1);
    }
}
