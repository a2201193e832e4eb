package io.yici.store;

import org.jspecify.annotations.Nullable;

/**
 * A value as bytes. The array is not copied; nobody writes to it.
 *
 * @param bytes null for nothing
 * @param type how they are encoded
 */
public record StoredValue(byte @Nullable [] bytes, String type) {}
