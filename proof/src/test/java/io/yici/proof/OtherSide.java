package io.yici.proof;

import io.yici.external.Evidence;
import io.yici.external.StepCall;

/** The other system, as a payment sees it. */
interface OtherSide {
    /** What is asked. */
    record Charge(String orderNo, int amount) {}

    /** What is answered. */
    record Receipt(String reference, int amount) {}

    /** Charges. */
    Evidence<Receipt> charge(Charge charge, StepCall call) throws Exception;

    /** Tells what became of a key. */
    Evidence<Receipt> query(String key) throws Exception;
}
