package io.yici.spring.service;

import org.jspecify.annotations.Nullable;

/** Knows for whom the calling thread receives a message: the caller of a guarded listener that names none. */
public interface ReceivingGroup {
    /** The consumer group or queue, or null when the thread is receiving none. */
    @Nullable String name();
}
