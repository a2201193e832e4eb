package io.yici.example.orders.gateway;

/**
 * What the gateway answers to one request. Whatever cannot be told by an answer is an {@link java.io.IOException}: then
 * nobody knows.
 */
public sealed interface GatewayAnswer<T> {
    /** It is booked so. */
    record Booked<T>(T booking) implements GatewayAnswer<T> {}

    /** It is refused for good, and never booked under this key. */
    record Refused<T>(String reason) implements GatewayAnswer<T> {}

    /** Nothing is booked under this key so far; a request that is still on its way may be booked later. */
    record NothingYet<T>() implements GatewayAnswer<T> {}

    /** It answered, and that says nothing. */
    record Unclear<T>(String reason) implements GatewayAnswer<T> {}
}
