package io.yici.store;

import java.util.Set;

/**
 * A part of the outbox as its holder finds it.
 *
 * @param number which
 * @param mark nothing waits below this sequence, as far as is known
 * @param epoch changes when others have changed what waits in it
 * @param parkedLanes the lanes whose first message is parked
 */
public record Shard(int number, long mark, long epoch, Set<Long> parkedLanes) {}
