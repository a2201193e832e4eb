package io.yici.example.orders.messages;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code orders.messages.*}.
 *
 * @param transport how messages leave the outbox
 * @param address where the broker is, in its own words: bootstrap servers, an AMQP URL, a name server
 */
@ConfigurationProperties("orders.messages")
public record MessagesSettings(
        @DefaultValue("local") Transport transport,
        @DefaultValue("") String address) {
    /** Without the address, which can hold a password. */
    @Override
    public String toString() {
        return "MessagesSettings[transport=" + transport + "]";
    }
}
