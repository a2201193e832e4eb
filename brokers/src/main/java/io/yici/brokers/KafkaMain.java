package io.yici.brokers;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The process of a {@link KafkaBroker}. */
final class KafkaMain {
    private KafkaMain() {}

    /** Directory, port, port of the controller. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        String logs = directory.resolve("kafka").toString();
        if (Files.notExists(Path.of(logs, "meta.properties"))) {
            format(logs);
        }
        KafkaRaftServer server =
                new KafkaRaftServer(new KafkaConfig(settings(logs, arguments[1], arguments[2]), false), Time.SYSTEM);
        server.startup();
        BrokerJvm.ready(directory);
        server.awaitShutdown();
    }

    private static void format(String logs) throws Exception {
        new Formatter()
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(0)
                .addDirectory(logs)
                .setMetadataLogDirectory(logs)
                .setControllerListenerName("CONTROLLER")
                .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                .setUnstableFeatureVersionsEnabled(false)
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8))
                .run();
    }

    private static Properties settings(String logs, String port, String controller) {
        Properties settings = new Properties();
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", "0");
        settings.setProperty("controller.quorum.voters", "0@127.0.0.1:" + controller);
        settings.setProperty("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller);
        settings.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty("inter.broker.listener.name", "PLAINTEXT");
        settings.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.setProperty("log.dirs", logs);
        settings.setProperty("offsets.topic.replication.factor", "1");
        settings.setProperty("offsets.topic.num.partitions", "1");
        settings.setProperty("transaction.state.log.replication.factor", "1");
        settings.setProperty("transaction.state.log.num.partitions", "1");
        settings.setProperty("transaction.state.log.min.isr", "1");
        settings.setProperty("share.coordinator.state.topic.replication.factor", "1");
        settings.setProperty("share.coordinator.state.topic.min.isr", "1");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        settings.setProperty("group.min.session.timeout.ms", "1000");
        // the session of a crashed node must end before it can be let in again
        settings.setProperty("broker.session.timeout.ms", "2000");
        settings.setProperty("broker.heartbeat.interval.ms", "500");
        settings.setProperty("num.network.threads", "1");
        settings.setProperty("num.io.threads", "2");
        settings.setProperty("log.cleaner.dedupe.buffer.size", "2097152");
        settings.setProperty("log.segment.bytes", "16777216");
        settings.setProperty("auto.create.topics.enable", "true");
        return settings;
    }
}
