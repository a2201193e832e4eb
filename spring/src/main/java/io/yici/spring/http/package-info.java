/**
 * The HTTP door: a filter that lets a Spring MVC handler happen once per {@code Idempotency-Key}, its response recorded
 * in the transaction of its writes and sent only after the commit.
 *
 * <p>At start: {@code RouteTable} finds the guarded handlers, {@code RouteMaker} makes them ready. A request:
 * {@code IdempotencyFilter}, {@code HttpDoor}, {@code RequestReader}, then {@code TransactionalDoor} or
 * {@code ExternalDoor}; {@code Exchange} is what is seen of it on the way, by {@code HandlerWatch}, {@code ThrownWatch}
 * and {@code ReplayGate}. The response: {@code HeldResponse} holds it back, {@code Fate} judges, {@code Snapshot} is
 * what is kept, {@code Replay} gives it again. {@code IdempotencyEndpoint} tells clients.
 */
@NullMarked
package io.yici.spring.http;

import org.jspecify.annotations.NullMarked;
