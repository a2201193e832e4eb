/** Guarded listeners on a real RabbitMQ. */
@NullMarked
package io.yici.spring.rabbitmq;

import org.jspecify.annotations.NullMarked;
