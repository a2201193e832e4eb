package io.yici.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a column is set to; given to the driver as it is, except for enums, which go by their name. */
record ColumnValue(String column, @Nullable Object value) {
    ColumnValue {
        Names.column("column", column);
        if (value instanceof Enum<?> constant) {
            value = constant.name();
        }
        if (value instanceof Instant) {
            throw new IllegalArgumentException("value: not every driver takes an Instant; give " + column
                    + " its epoch milliseconds, an OffsetDateTime or a LocalDateTime, as the column wants");
        }
    }

    boolean hasColumnOf(ColumnValue other) {
        return Names.bare(column).equals(Names.bare(other.column));
    }
}
