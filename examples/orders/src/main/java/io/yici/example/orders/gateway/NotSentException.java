package io.yici.example.orders.gateway;

import java.io.IOException;

/** No connection to the gateway came about: nothing can have reached it. */
public final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    NotSentException(IOException cause) {
        super("the gateway cannot be reached: " + cause.getMessage(), cause);
    }
}
