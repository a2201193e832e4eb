package io.yici.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Several senders, chosen by how the destination begins: {@code RoutedSender.to("webhook:", webhooks).or("", kafka)}.
 * The first that fits sends; a destination that none fits is refused. Immutable and thread-safe; closes its senders.
 */
public final class RoutedSender implements MessageSender {
    private final List<Route> routes;

    private RoutedSender(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /** Sends what goes to destinations that begin so. */
    public static RoutedSender to(String prefix, MessageSender sender) {
        return new RoutedSender(List.of(new Route(prefix, sender)));
    }

    /** Sends the rest, as far as it begins so, otherwise; the empty prefix fits all. */
    public RoutedSender or(String prefix, MessageSender sender) {
        List<Route> more = new ArrayList<>(routes);
        more.add(new Route(prefix, sender));
        return new RoutedSender(more);
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        for (Route route : routes) {
            if (message.destination().startsWith(route.prefix)) {
                return route.sender.send(message);
            }
        }
        return CompletableFuture.completedFuture(
                new SendResult.Refused("no sender is set up for destination " + message.destination()));
    }

    /** The longest of all. */
    @Override
    public Duration deliveryTimeout() {
        return routes.stream()
                .map(route -> route.sender.deliveryTimeout())
                .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    @Override
    public void close() {
        routes.forEach(route -> route.sender.close());
    }

    private record Route(String prefix, MessageSender sender) {
        private Route {
            Objects.requireNonNull(prefix, "prefix");
            Objects.requireNonNull(sender, "sender");
        }
    }
}
