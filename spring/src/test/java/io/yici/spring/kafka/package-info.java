/** Guarded listeners on a real Kafka. */
@NullMarked
package io.yici.spring.kafka;

import org.jspecify.annotations.NullMarked;
