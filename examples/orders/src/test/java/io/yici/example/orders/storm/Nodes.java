package io.yici.example.orders.storm;

import io.yici.services.FreshDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The two processes behind one database, as a load balancer sees them. */
final class Nodes implements AutoCloseable {
    private final List<ServiceProcess> both;

    private Nodes(List<ServiceProcess> both) {
        this.both = both;
    }

    /** Starts both at once, so that they race for the tables, and waits until they serve. */
    static Nodes start(FreshDatabase database, Path directory, List<String> settings) throws InterruptedException {
        Nodes nodes = new Nodes(List.of(
                new ServiceProcess(database, directory, settings), new ServiceProcess(database, directory, settings)));
        try {
            nodes.both.forEach(ServiceProcess::start);
            for (ServiceProcess node : nodes.both) {
                node.awaitReady();
            }
            return nodes;
        } catch (InterruptedException | RuntimeException | Error failed) {
            nodes.close();
            throw failed;
        }
    }

    /** @param number even for the one, odd for the other */
    ServiceProcess node(int number) {
        return both.get(Math.floorMod(number, 2));
    }

    /** What both have printed, in all their lives, that matches. */
    List<String> printed(Pattern line) {
        return both.stream().flatMap(node -> node.printed(line).stream()).toList();
    }

    @Override
    public void close() {
        both.forEach(ServiceProcess::close);
    }
}
