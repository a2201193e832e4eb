package io.yici.example.gateway;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The port, which a crash closes for a while and a close for good. Thread safe. */
final class Listener implements AutoCloseable {
    private static final long BIND_AGAIN_MILLIS = 50;

    private final Executor workers;
    private final ScheduledExecutorService timer;
    private @Nullable HttpServer server;
    private @Nullable HttpHandler handler;
    private boolean closed;
    private volatile int port;
    private volatile boolean open;

    Listener(Executor workers, ScheduledExecutorService timer) {
        this.workers = workers;
        this.timer = timer;
    }

    /** @param wanted 0 for any free port */
    synchronized void open(int wanted, HttpHandler serving) throws IOException {
        handler = serving;
        bind(wanted, serving);
    }

    int port() {
        return port;
    }

    boolean isOpen() {
        return open;
    }

    /**
     * Drops every connection and refuses new ones for a while, then opens the same port again. While it is down
     * already, nothing happens.
     */
    synchronized void crash(long millis) {
        if (stop()) {
            reopenAfter(millis);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        stop();
    }

    private synchronized void reopen() {
        HttpHandler serving = handler;
        if (closed || serving == null) {
            return;
        }
        try {
            bind(port, serving);
        } catch (BindException taken) {
            // Somebody's outgoing connection may sit on the port; it is ours again once that is gone.
            reopenAfter(BIND_AGAIN_MILLIS);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void reopenAfter(long millis) {
        try {
            timer.schedule(this::reopen, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ended) {
            // The gateway is being closed.
        }
    }

    private boolean stop() {
        HttpServer running = server;
        open = false;
        server = null;
        if (running != null) {
            running.stop(0);
        }
        return running != null;
    }

    private void bind(int wanted, HttpHandler serving) throws IOException {
        HttpServer bound = HttpServer.create(new InetSocketAddress("127.0.0.1", wanted), 0);
        bound.createContext("/", serving);
        bound.setExecutor(workers);
        bound.start();
        server = bound;
        port = bound.getAddress().getPort();
        open = true;
    }
}
