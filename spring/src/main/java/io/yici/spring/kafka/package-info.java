/** The door of Kafka listeners: what their containers must be like, and what becomes of a record that is refused. */
@NullMarked
package io.yici.spring.kafka;

import org.jspecify.annotations.NullMarked;
