package io.yici.example.fulfilment.app;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings {@code fulfilment.messages.*}.
 *
 * @param transport which broker brings the messages
 * @param address where it is, in its own words: bootstrap servers, an AMQP URL, a name server
 */
@ConfigurationProperties("fulfilment.messages")
public record MessagesSettings(Transport transport, String address) {
    /** Without the address, which can hold a password. */
    @Override
    public String toString() {
        return "MessagesSettings[transport=" + transport + "]";
    }
}
