/** Outbox and inbox on RabbitMQ's own client. */
@NullMarked
package io.yici.messaging.rabbitmq;

import org.jspecify.annotations.NullMarked;
