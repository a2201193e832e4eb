package io.yici.example.gateway;

import java.util.Arrays;
import java.util.Optional;

/** One thing the gateway can do wrong. Each has its own probability in {@link Switches}. */
public enum Fault {
    /** Answers {@code delayMillis} late; a query too. */
    DELAY("delay"),
    /** Executes {@code executeLateMillis} after the request, and never answers it. */
    EXECUTE_LATE("executeLate"),
    /** Executes and never answers. */
    TIME_OUT("timeOut"),
    /** Executes nothing and closes the connection; a query too. */
    LOSE("lose"),
    /** Executes and closes the connection, before the answer or in the middle of it. */
    LOSE_ANSWER("loseAnswer"),
    /** Sends an event twice at the same time. */
    DUPLICATE_CALLBACKS("duplicateCallbacks"),
    /** Holds an event back until the next one has been sent, at most two seconds. */
    SWAP_CALLBACKS("swapCallbacks"),
    /** Answers only after the shop has been sent the event, at most three seconds later. */
    CALLBACK_BEFORE_ANSWER("callbackBeforeAnswer"),
    /** Books a charge as declined. */
    DECLINE("decline"),
    /** Executes nothing and answers 500; a query too. */
    ERROR_500_BEFORE("error500Before"),
    /** Executes and answers 500. */
    ERROR_500_AFTER("error500After"),
    /** Drops all connections, before executing or after it, and refuses new ones for {@code crashMillis}. */
    CRASH("crash");

    private final String json;

    Fault(String json) {
        this.json = json;
    }

    /** Its name in {@code PUT /switches} and among the options of the process. */
    public String json() {
        return json;
    }

    static Optional<Fault> named(String json) {
        return Arrays.stream(values()).filter(fault -> fault.json.equals(json)).findFirst();
    }
}
