package io.yici.messaging.rabbitmq;

/** Where a message is published to; the exchange without a name leads to the queue named by the routing key. */
record Route(String exchange, String routingKey) {
    static Route of(String destination) {
        int slash = destination.indexOf('/');
        return slash < 0
                ? new Route("", destination)
                : new Route(destination.substring(0, slash), destination.substring(slash + 1));
    }
}
