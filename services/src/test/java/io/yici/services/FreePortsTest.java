package io.yici.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final Path OUTGOING = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    /** A client that calls a server that is down may otherwise be given the server's own port. */
    @Test
    void noOutgoingConnectionTakesThePortOfAServerThatIsDown() throws IOException {
        assumeThat(OUTGOING).isReadable();
        int lowest = Integer.parseInt(Files.readAllLines(OUTGOING).get(0).split("\\s+")[0]);
        assumeThat(lowest).as("as Linux comes").isEqualTo(32_768);
        assertThat(FreePorts.HIGHEST).isLessThan(lowest);
    }

    @Test
    void portsAreFreeAndGivenOnce() throws IOException {
        List<Integer> ports =
                IntStream.range(0, 200).map(any -> FreePorts.next()).boxed().toList();
        assertThat(ports)
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(FreePorts.LOWEST, FreePorts.HIGHEST));
        for (int port : ports) {
            new ServerSocket(port).close();
        }
    }
}
