package io.yici.inbox;

import io.yici.internal.Text;
import java.util.Objects;

/**
 * Which version of which thing a message carries, whole. Only for events that carry the full state, never for deltas: a
 * passed-over delta is lost.
 *
 * @param aggregate names the thing within its subscription, at most 255 UTF-8 bytes
 * @param version grows with every change of the thing
 */
public record AggregateVersion(String aggregate, long version) {
    /** Limit of the name, in UTF-8 bytes. */
    public static final int AGGREGATE_BYTES = 255;

    /** Checks the name. */
    public AggregateVersion {
        Objects.requireNonNull(aggregate, "aggregate");
        String fault = Text.faultOf(aggregate, AGGREGATE_BYTES);
        if (fault != null) {
            throw new IllegalArgumentException("aggregate " + fault);
        }
    }
}
