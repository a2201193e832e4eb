package io.yici.outbox;

/**
 * What a relay did in one round.
 *
 * @param delivered messages the broker has, and that are done with here
 * @param failed messages that are to be tried again later
 * @param parked messages that failed too often, and wait for a person
 */
public record RelayRound(int delivered, int failed, int parked) {}
