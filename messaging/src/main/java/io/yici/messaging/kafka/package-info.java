/** Outbox and inbox on Kafka's own client. */
@NullMarked
package io.yici.messaging.kafka;

import org.jspecify.annotations.NullMarked;
