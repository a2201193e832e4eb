package io.yici.example.orders.payment;

import io.yici.example.orders.gateway.NotSentException;
import io.yici.external.CallNotSentException;
import io.yici.external.Evidence;
import java.util.concurrent.Callable;

/** Tells a request that never left from one of which nobody knows. */
final class Sending {
    private Sending() {}

    static <R> Evidence<R> of(Callable<Evidence<R>> request) throws Exception {
        try {
            return request.call();
        } catch (NotSentException nothingLeft) {
            throw new CallNotSentException("the gateway cannot be reached", nothingLeft);
        }
    }
}
