/**
 * The door of RabbitMQ listeners: what their containers must be like, and what becomes of a message that is refused.
 */
@NullMarked
package io.yici.spring.rabbitmq;

import org.jspecify.annotations.NullMarked;
