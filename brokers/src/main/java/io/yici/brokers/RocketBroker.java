package io.yici.brokers;

import io.yici.services.ServerProcess;
import java.util.List;

/**
 * Apache RocketMQ on 127.0.0.1: a name server and one broker, in one process. Topics are made when first used, with
 * four queues; what was written survives a crash of the process. Ends with this JVM at the latest. Thread safe.
 */
public final class RocketBroker implements AutoCloseable {
    private final int port = ServerProcess.freePort();
    private final BrokerJvm jvm;

    private RocketBroker() {
        String broker = String.valueOf(ServerProcess.freePort());
        String replication = String.valueOf(ServerProcess.freePort());
        jvm = new BrokerJvm("rocketmq-" + port, RocketMain.class, List.of(String.valueOf(port), broker, replication));
    }

    /** Starts one of one's own; takes seconds, and fails after 30. */
    public static RocketBroker start() {
        return new RocketBroker();
    }

    /** The address of the name server, which clients are given. */
    public String nameServer() {
        return "127.0.0.1:" + port;
    }

    /** Ends name server and broker at once; their data stays. */
    public void crash() {
        jvm.crash();
    }

    /** Starts what crashed again, on the same ports and with the same data. */
    public void restart() {
        jvm.restart();
    }

    /** From now on it does nothing, while its connections stay open. */
    public void freeze() {
        jvm.signal("STOP");
    }

    /** Lets what is frozen go on with whatever has come in. */
    public void unfreeze() {
        jvm.signal("CONT");
    }

    @Override
    public void close() {
        jvm.close();
    }
}
