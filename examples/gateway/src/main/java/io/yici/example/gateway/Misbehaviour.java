package io.yici.example.gateway;

import com.sun.net.httpserver.HttpExchange;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Serves one request as well or badly as the switches and chance say. Thread safe. */
final class Misbehaviour {
    private static final long CALLBACK_SECONDS = 3;
    /** How long a request that is never answered keeps its connection. */
    private static final long HANGING_SECONDS = 60;

    private final SwitchBoard board;
    private final Listener listener;
    private final Callbacks callbacks;
    private final ScheduledExecutorService timer;

    Misbehaviour(SwitchBoard board, Listener listener, Callbacks callbacks, ScheduledExecutorService timer) {
        this.board = board;
        this.listener = listener;
        this.callbacks = callbacks;
        this.timer = timer;
    }

    /** @param book books the entry, a charge as declined when it is given true */
    void execute(HttpExchange exchange, Function<Boolean, Booking<?>> book) {
        Switches switches = board.now();
        Set<Fault> faults = board.draw();
        if (faults.contains(Fault.CRASH)) {
            crash(book, faults, switches);
        } else if (faults.contains(Fault.LOSE)) {
            Reply.none(exchange);
        } else if (faults.contains(Fault.ERROR_500_BEFORE)) {
            Reply.error(exchange);
        } else if (faults.contains(Fault.EXECUTE_LATE)) {
            later(switches.executeLateMillis(), () -> executeForNobody(exchange, book, faults));
        } else {
            executeNow(exchange, book, faults, switches);
        }
    }

    /** A query executes nothing, so fewer things can go wrong with it. */
    void query(HttpExchange exchange, Runnable answer) {
        Switches switches = board.now();
        Set<Fault> faults = board.draw();
        if (faults.contains(Fault.LOSE)) {
            Reply.none(exchange);
        } else if (faults.contains(Fault.ERROR_500_BEFORE)) {
            Reply.error(exchange);
        } else if (faults.contains(Fault.DELAY)) {
            later(switches.delayMillis(), answer);
        } else {
            answer.run();
        }
    }

    private void executeNow(
            HttpExchange exchange, Function<Boolean, Booking<?>> book, Set<Fault> faults, Switches switches) {
        Booking<?> booking = book.apply(faults.contains(Fault.DECLINE));
        if (faults.contains(Fault.CALLBACK_BEFORE_ANSWER)) {
            announce(booking, faults)
                    .completeOnTimeout(null, CALLBACK_SECONDS, TimeUnit.SECONDS)
                    .thenRun(() -> answer(exchange, booking, faults, switches));
        } else {
            answer(exchange, booking, faults, switches);
            announce(booking, faults);
        }
    }

    private void answer(HttpExchange exchange, Booking<?> booking, Set<Fault> faults, Switches switches) {
        if (faults.contains(Fault.TIME_OUT)) {
            later(TimeUnit.SECONDS.toMillis(HANGING_SECONDS), () -> Reply.none(exchange));
        } else if (faults.contains(Fault.LOSE_ANSWER)) {
            if (board.coin()) {
                Reply.none(exchange);
            } else {
                Reply.half(exchange, 201, booking.entry());
            }
        } else if (faults.contains(Fault.ERROR_500_AFTER)) {
            Reply.error(exchange);
        } else if (faults.contains(Fault.DELAY)) {
            later(switches.delayMillis(), () -> Reply.json(exchange, 201, booking.entry()));
        } else {
            Reply.json(exchange, 201, booking.entry());
        }
    }

    private void executeForNobody(HttpExchange exchange, Function<Boolean, Booking<?>> book, Set<Fault> faults) {
        try {
            announce(book.apply(faults.contains(Fault.DECLINE)), faults);
        } catch (RefusedException refused) {
            // Nobody waits for the answer.
        }
        Reply.none(exchange);
    }

    private void crash(Function<Boolean, Booking<?>> book, Set<Fault> faults, Switches switches) {
        Booking<?> booking = board.coin() ? book.apply(faults.contains(Fault.DECLINE)) : null;
        // The port closes first, so that the callback waits until it is open again.
        listener.crash(switches.crashMillis());
        if (booking != null) {
            announce(booking, faults);
        }
    }

    private CompletableFuture<Void> announce(Booking<?> booking, Set<Fault> faults) {
        Event event = booking.event();
        return event == null ? CompletableFuture.completedFuture(null) : callbacks.send(event, faults);
    }

    private void later(long millis, Runnable work) {
        try {
            timer.schedule(work, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            // The gateway was closed, and its connections with it.
        }
    }
}
