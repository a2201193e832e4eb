package io.yici.services;

import io.yici.services.Conversation.Request;
import io.yici.services.Faults.Cut;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Consumer;
import java.util.function.Function;

/** One client, one server, and a thread for each direction. */
final class ProxiedConnection {
    private final Socket client;
    private final Socket server;
    private final Faults faults;
    private final Consumer<ProxiedConnection> ended;
    private volatile boolean losingAnswer;
    private volatile boolean silent;

    ProxiedConnection(Socket client, Socket server, Faults faults, Consumer<ProxiedConnection> ended) {
        this.client = client;
        this.server = server;
        this.faults = faults;
        this.ended = ended;
    }

    void start(Function<InputStream, Conversation> protocol) throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        InputStream requests = new BufferedInputStream(client.getInputStream());
        Conversation conversation = protocol.apply(requests);
        FaultProxy.daemon("fault-proxy-requests", () -> run(() -> forwardRequests(conversation, requests)));
        FaultProxy.daemon("fault-proxy-answers", () -> run(() -> forwardAnswers(conversation)));
    }

    /** The client gets a reset, and nothing that was still on its way to it. */
    void cut() {
        try {
            client.setSoLinger(true, 0);
        } catch (IOException e) {
            // it is closed
        }
        close();
    }

    /** What either side says is swallowed from now on, as if the way between them had vanished. */
    void silence() {
        silent = true;
    }

    private interface Forwarding {
        void run() throws IOException, InterruptedException;
    }

    private void run(Forwarding forwarding) {
        try {
            forwarding.run();
        } catch (IOException e) {
            // one side is gone, and so the other must be
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    private void forwardRequests(Conversation conversation, InputStream requests)
            throws IOException, InterruptedException {
        OutputStream out = new BufferedOutputStream(server.getOutputStream());
        for (Request request = conversation.next(); request != null; request = conversation.next()) {
            faults.awaitUnfrozen();
            if (silent) {
                continue;
            }
            Cut cut = request.commits() ? faults.disarm() : null;
            if (cut == Cut.BEFORE_COMMIT) {
                faults.count();
                cut();
                return;
            }
            losingAnswer |= cut == Cut.AFTER_COMMIT;
            out.write(request.bytes());
            if (requests.available() == 0) {
                out.flush();
            }
        }
    }

    private void forwardAnswers(Conversation conversation) throws IOException, InterruptedException {
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        byte[] buffer = new byte[8192];
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            faults.awaitUnfrozen();
            boolean answered = conversation.answered(buffer, length);
            if (!losingAnswer && !silent) {
                out.write(buffer, 0, length);
            } else if (losingAnswer && answered) {
                faults.count();
                cut();
                return;
            }
        }
    }

    private void close() {
        try (server;
                client) {
            ended.accept(this);
        } catch (IOException e) {
            // nothing more can be done for it
        }
    }
}
