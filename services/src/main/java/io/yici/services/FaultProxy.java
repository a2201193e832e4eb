package io.yici.services;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and a server on a free port of 127.0.0.1 and breaks what they say at a chosen point. Plain
 * TCP: a COMMIT inside TLS cannot be seen, so such a connection is cut at once. Thread safe; closing it cuts
 * everything.
 */
public final class FaultProxy implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    private final InetSocketAddress target;
    private final Function<InputStream, Conversation> protocol;
    private final InetSocketAddress address;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final Faults faults = new Faults();
    private @Nullable ServerSocket listener;

    private FaultProxy(InetSocketAddress target, Function<InputStream, Conversation> protocol) {
        this.target = target;
        this.protocol = protocol;
        this.address = new InetSocketAddress(loopback(), ServerProcess.freePort());
        up();
    }

    /** In front of a database server; use it by {@link FreshDatabase#through(FaultProxy)}. */
    public static FaultProxy to(FreshDatabase database) {
        JdbcUrl url = JdbcUrl.of(database.jdbcUrl());
        return new FaultProxy(
                new InetSocketAddress(url.host(), url.port()),
                database.kind() == TestDatabase.POSTGRESQL ? PostgresConversation::new : MysqlConversation::new);
    }

    /** In front of any server; knows no COMMIT. */
    public static FaultProxy to(String host, int port) {
        return new FaultProxy(new InetSocketAddress(host, port), UnknownConversation::new);
    }

    public String host() {
        return address.getAddress().getHostAddress();
    }

    public int port() {
        return address.getPort();
    }

    /**
     * The next COMMIT on any connection never reaches the server: its connection is cut instead, and the server rolls
     * back. Only the statement COMMIT counts, not the end of a statement in auto-commit mode.
     */
    public void cutBeforeCommit() {
        faults.arm(Faults.Cut.BEFORE_COMMIT);
    }

    /**
     * The next COMMIT on any connection is done by the server, but its answer is lost: the connection is cut in its
     * place.
     */
    public void cutAfterCommit() {
        faults.arm(Faults.Cut.AFTER_COMMIT);
    }

    /** How many COMMITs have been cut so far; a test asserts on it that the fault took place. */
    public int cuts() {
        return faults.cuts();
    }

    /** From now on nothing passes in either direction, while connections stay open and new ones are accepted. */
    public void freeze() {
        faults.freeze();
    }

    /** Lets pass what was held back, and all that follows. */
    public void unfreeze() {
        faults.unfreeze();
    }

    /** From now on the connections there are carry nothing, and say nothing about it; new ones work. */
    public void silence() {
        connections.forEach(ProxiedConnection::silence);
    }

    /** Cuts the connections there are; new ones are welcome. */
    public void cutAll() {
        connections.forEach(ProxiedConnection::cut);
    }

    /** Cuts everything and refuses new connections, like a server that is not running. */
    public synchronized void down() {
        ServerSocket open = listener;
        listener = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        cutAll();
    }

    /** Ends {@link #down()}: listens again, on the same port. */
    public synchronized void up() {
        if (listener != null) {
            return;
        }
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(address);
            listener = socket;
            daemon("fault-proxy-" + port(), () -> accept(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        down();
        unfreeze();
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                connect(socket.accept());
            } catch (IOException e) {
                // this client is refused, or the listener was closed
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket();
        try {
            server.connect(target, CONNECT_MILLIS);
        } catch (IOException e) {
            client.close();
            throw e;
        }
        ProxiedConnection connection = new ProxiedConnection(client, server, faults, connections::remove);
        connections.add(connection);
        connection.start(protocol);
        if (listenerIsClosed()) {
            connection.cut();
        }
    }

    private synchronized boolean listenerIsClosed() {
        return listener == null;
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
