package io.yici.store;

/**
 * A part of the outbox in which messages wait.
 *
 * @param number which
 * @param free whether nobody holds it
 */
public record DueShard(int number, boolean free) {}
