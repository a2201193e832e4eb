package io.yici.spring.service;

import io.yici.InProgressException;
import io.yici.InvalidOperationException;
import io.yici.MismatchException;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.StoreUnavailableException;
import io.yici.TransactionConflictException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a broker is to do with a message whose guarded listener ended with an exception. */
public enum Redelivery {
    /** To be delivered again after a while, and not counted as a failure of the message. */
    LATER,
    /** No delivery will ever help: to the dead letters. */
    NEVER,
    /** The application's own error handling decides. */
    AS_CONFIGURED;

    private static final List<Class<? extends Exception>> LATER_ONES = List.of(
            InProgressException.class,
            StoreUnavailableException.class,
            TransactionConflictException.class,
            OutcomeUnknownException.class);

    private static final List<Class<? extends Exception>> FINAL_ONES =
            List.of(MismatchException.class, InvalidOperationException.class, Rejection.class);

    /** What is to be done about an exception, also when it is the cause of others. */
    public static Redelivery after(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = causeOf(each)) {
            if (isOneOf(LATER_ONES, each)) {
                return LATER;
            }
            if (isOneOf(FINAL_ONES, each)) {
                return NEVER;
            }
        }
        return AS_CONFIGURED;
    }

    /** The exceptions after which no delivery helps. */
    public static List<Class<? extends Exception>> finalOnes() {
        return FINAL_ONES;
    }

    private static boolean isOneOf(List<Class<? extends Exception>> types, Throwable thrown) {
        return types.stream().anyMatch(type -> type.isInstance(thrown));
    }

    private static @Nullable Throwable causeOf(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause == thrown ? null : cause;
    }
}
