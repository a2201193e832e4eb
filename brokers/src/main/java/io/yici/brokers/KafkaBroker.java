package io.yici.brokers;

import io.yici.services.ServerProcess;
import java.util.List;

/**
 * Apache Kafka of one node on 127.0.0.1, broker and controller in one. Topics are made when first used, with one
 * partition; what was written survives a crash of the broker. Ends with this JVM at the latest. Thread safe.
 */
public final class KafkaBroker implements AutoCloseable {
    private final int port = ServerProcess.freePort();
    private final BrokerJvm jvm;

    private KafkaBroker() {
        int controller = ServerProcess.freePort();
        jvm = new BrokerJvm(
                "kafka-" + port, KafkaMain.class, List.of(String.valueOf(port), String.valueOf(controller)));
    }

    /** Starts a broker of one's own; takes seconds, and fails after 30. */
    public static KafkaBroker start() {
        return new KafkaBroker();
    }

    /** For the {@code bootstrap.servers} of clients. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** Ends the broker at once; its data stays. */
    public void crash() {
        jvm.crash();
    }

    /** Starts the crashed broker again, on the same port and with the same data. */
    public void restart() {
        jvm.restart();
    }

    /** From now on the broker does nothing, while its connections stay open. */
    public void freeze() {
        jvm.signal("STOP");
    }

    /** Lets the frozen broker go on with whatever has come in. */
    public void unfreeze() {
        jvm.signal("CONT");
    }

    @Override
    public void close() {
        jvm.close();
    }
}
