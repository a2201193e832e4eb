package io.yici.brokers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.common.BrokerConfig;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.namesrv.NamesrvConfig;
import org.apache.rocketmq.namesrv.NamesrvController;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.store.DefaultMessageStore;
import org.apache.rocketmq.store.config.FlushDiskType;
import org.apache.rocketmq.store.config.MessageStoreConfig;
import org.apache.rocketmq.store.ha.DefaultHAService;

/** The process of a {@link RocketBroker}: name server and broker, with all they write in one directory. */
final class RocketMain {
    private static final String PROBE = "yici-probe";

    private RocketMain() {}

    /** Directory, port of the name server, of the broker, of its unused replication. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        // 0 otherwise, which the broker takes for a client too old to serve
        System.setProperty(RemotingCommand.REMOTING_VERSION_KEY, Integer.toString(MQVersion.CURRENT_VERSION));
        // a dead consumer's queues are free after that, instead of a minute
        System.setProperty("rocketmq.broker.rebalance.lockMaxLiveTime", "8000");
        System.setProperty("rocketmq.home.dir", directory.toString());
        System.setProperty(
                "rocketmq.client.logRoot", directory.resolve("client-logs").toString());
        NamesrvController names = nameServer(directory, Integer.parseInt(arguments[1]));
        names.start();
        BrokerController broker = broker(
                directory, "127.0.0.1:" + arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        broker.start();
        untilRoutesAreKnown(broker, names);
        BrokerJvm.ready(directory);
        new CountDownLatch(1).await();
    }

    private static NamesrvController nameServer(Path directory, int port) {
        NamesrvConfig config = new NamesrvConfig();
        config.setRocketmqHome(directory.toString());
        config.setKvConfigPath(directory.resolve("kv").toString());
        config.setConfigStorePath(directory.resolve("names").toString());
        NamesrvController names = new NamesrvController(config, listeningAt(port));
        if (!names.initialize()) {
            throw new IllegalStateException("the name server cannot be initialised");
        }
        return names;
    }

    private static BrokerController broker(Path directory, String nameServer, int port, int replication)
            throws Exception {
        BrokerConfig config = new BrokerConfig();
        config.setBrokerName("broker");
        config.setBrokerIP1("127.0.0.1");
        config.setBrokerIP2("127.0.0.1");
        config.setNamesrvAddr(nameServer);
        config.setRocketmqHome(directory.toString());
        config.setAutoCreateTopicEnable(true);
        config.setDefaultTopicQueueNums(4);
        config.setBrokerFastFailureEnable(false);
        BrokerController broker =
                new BrokerController(config, listeningAt(port), new NettyClientConfig(), store(directory, replication));
        if (!broker.initialize()) {
            throw new IllegalStateException("the broker cannot be initialised");
        }
        withoutReplication(broker);
        return broker;
    }

    private static MessageStoreConfig store(Path directory, int replication) throws Exception {
        Path store = Files.createDirectories(directory.resolve("store"));
        MessageStoreConfig config = new MessageStoreConfig();
        config.setStorePathRootDir(store.toString());
        config.setStorePathCommitLog(store.resolve("commitlog").toString());
        config.setMappedFileSizeCommitLog(16 * 1024 * 1024);
        config.setMappedFileSizeConsumeQueue(20 * 10_000);
        config.setMaxIndexNum(10_000);
        config.setMaxHashSlotNum(2_000);
        config.setHaListenPort(replication);
        config.setFlushDiskType(FlushDiskType.ASYNC_FLUSH);
        config.setTimerWheelEnable(true);
        config.setMappedFileSizeTimerLog(1024 * 1024);
        config.setDiskMaxUsedSpaceRatio(95);
        config.setMessageDelayLevel("1s 2s 3s 4s 5s 6s 7s 8s 9s 10s 20s 30s 1m 2m 3m 4m 5m 10m");
        return config;
    }

    /** Replication listens at every address of the machine, and nobody replicates here. */
    private static void withoutReplication(BrokerController broker) throws ReflectiveOperationException {
        var field = DefaultMessageStore.class.getDeclaredField("haService");
        field.setAccessible(true);
        field.set(broker.getMessageStore(), new NoReplication());
    }

    private static NettyServerConfig listeningAt(int port) {
        NettyServerConfig config = new NettyServerConfig();
        config.setBindAddress("127.0.0.1");
        config.setListenPort(port);
        return config;
    }

    /** The first registration can be lost while both sides start. */
    private static void untilRoutesAreKnown(BrokerController broker, NamesrvController names)
            throws InterruptedException {
        broker.getTopicConfigManager().updateTopicConfig(new TopicConfig(PROBE, 1, 1));
        while (names.getRouteInfoManager().pickupTopicRouteData(PROBE) == null) {
            broker.registerBrokerAll(true, false, true);
            Thread.sleep(50);
        }
    }

    /** Does nothing. */
    private static final class NoReplication extends DefaultHAService {
        @Override
        public void start() {}

        @Override
        public void shutdown() {}
    }
}
