/** Outbox and inbox on RocketMQ's own client. */
@NullMarked
package io.yici.messaging.rocketmq;

import org.jspecify.annotations.NullMarked;
