package io.yici.example.orders.payment;

import io.yici.Operation;

/** Operations inside of the one that came over HTTP. */
final class Inner {
    private Inner() {}

    /** The same one each time the outer is tried again, by whichever node. */
    static Operation of(String name, String purpose) {
        Operation outer = Operation.current()
                .orElseThrow(() -> new IllegalStateException(name + " is called inside of a guarded request only"));
        return Operation.named(name).by(outer.caller()).key(outer.deriveKey(purpose));
    }
}
