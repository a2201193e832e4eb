/**
 * For who publishes messages with business data, relays them to a broker, and looks after those that cannot be sent.
 */
@NullMarked
package io.yici.outbox;

import org.jspecify.annotations.NullMarked;
