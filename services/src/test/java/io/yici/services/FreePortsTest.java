package io.yici.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    /** Where Linux begins with the ports of outgoing connections (ip_local_port_range), unless it is told otherwise. */
    private static final int OUTGOING = 32_768;

    /** A client that calls a server that is down may otherwise be given the server's own port. */
    @Test
    void noOutgoingConnectionTakesThePortOfAServerThatIsDown() {
        assertThat(FreePorts.HIGHEST).isLessThan(OUTGOING);
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
