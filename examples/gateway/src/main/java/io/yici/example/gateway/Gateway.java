package io.yici.example.gateway;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * A running payment gateway on a port of 127.0.0.1. Its contract is in the package's documentation. Thread safe; its
 * threads are daemons. Closing it drops every connection and keeps the ledger file.
 */
public final class Gateway implements AutoCloseable {
    private final ExecutorService workers = Executors.newCachedThreadPool(daemons("gateway"));
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(4, daemons("gateway-timer"));
    private final SwitchBoard switches;
    private final Listener listener;
    private final Ledger ledger;

    private Gateway(GatewayOptions options) throws IOException {
        this.switches = new SwitchBoard(options.switches(), options.seed());
        this.listener = new Listener(workers, timer);
        this.ledger = new Ledger(options.ledger(), Clock.systemUTC());
    }

    /**
     * Opens the port, and sends the callbacks that an earlier gateway left on the ledger file.
     *
     * @param port 0 for any free one
     * @throws IOException when the port cannot be opened, or the ledger file cannot be read
     * @throws IllegalStateException when another gateway uses the ledger file
     */
    public static Gateway start(int port, GatewayOptions options) throws IOException {
        Gateway gateway = new Gateway(options);
        try {
            gateway.open(port, options);
            return gateway;
        } catch (IOException | RuntimeException failed) {
            gateway.close();
            throw failed;
        }
    }

    /** The open port, also while a crash keeps it closed. */
    public int port() {
        return listener.port();
    }

    /** Where it is, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** What goes wrong now. */
    public Switches switches() {
        return switches.now();
    }

    /** Changes what goes wrong with the requests that come from now on. */
    public void set(Switches wanted) {
        switches.set(wanted);
    }

    /** Every charge, in the order of booking. */
    public List<Charge> charges() {
        return ledger.charges();
    }

    /** Every refund, in the order of booking. */
    public List<Refund> refunds() {
        return ledger.refunds();
    }

    /** How many events no shop has accepted yet. */
    public int undeliveredEvents() {
        return ledger.undelivered().size();
    }

    /** How often each fault was drawn since the start; for some requests several were, and not all of them showed. */
    public Map<Fault, Integer> drawnFaults() {
        return switches.drawn();
    }

    @Override
    public void close() {
        listener.close();
        timer.shutdownNow();
        workers.shutdownNow();
        ledger.close();
    }

    private void open(int port, GatewayOptions options) throws IOException {
        Signature signature = new Signature(options.secret(), Clock.systemUTC());
        Callbacks callbacks = new Callbacks(options, ledger, signature, timer, listener::isOpen);
        Misbehaviour misbehaviour = new Misbehaviour(switches, listener, callbacks, timer);
        listener.open(port, new Door(switches, ledger, misbehaviour));
        ledger.undelivered().forEach(event -> callbacks.send(event, Set.of()));
    }

    private static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
