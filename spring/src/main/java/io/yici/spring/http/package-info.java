/**
 * The HTTP door: a filter that lets a Spring MVC handler happen once per {@code Idempotency-Key}, its response recorded
 * in the transaction of its writes and sent only after the commit.
 */
@NullMarked
package io.yici.spring.http;

import org.jspecify.annotations.NullMarked;
