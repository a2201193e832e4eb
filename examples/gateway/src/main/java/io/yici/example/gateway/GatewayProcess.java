package io.yici.example.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The gateway as a process of its own: {@code java -jar gateway-process.jar --port 9090 --ledger FILE --lose 0.1 ...}.
 * The shared secret comes from the environment, {@code GATEWAY_SECRET}.
 */
public final class GatewayProcess {
    private static final String HELP = """
            A simulated payment gateway on http://127.0.0.1:9090 that misbehaves on request.

              --port N       port to listen on, 0 for any free one            (9090)
              --ledger FILE  keeps the ledger there, over kills and restarts  (in memory)
              --seed N       of the chance that decides what goes wrong       (1)
              --SWITCH P     probability of one misbehaviour, from 0 to 1     (0): %s
              --delayMillis N, --executeLateMillis N, --crashMillis N         (1000, 3000, 2000)

            GATEWAY_SECRET in the environment signs the callbacks. PUT /switches changes the switches later.
            """.formatted(String.join(
            ", ", Arrays.stream(Fault.values()).map(Fault::json).toList()));

    private GatewayProcess() {}

    /** Runs until the process is ended; wrong arguments are one line and exit code 2. */
    public static void main(String[] arguments) throws InterruptedException {
        if (Arrays.asList(arguments).contains("--help")) {
            System.out.print(help());
            return;
        }
        try {
            Gateway gateway = start(arguments);
            System.out.println("Payment gateway: " + gateway.url());
        } catch (IOException | IllegalArgumentException | IllegalStateException refused) {
            System.err.println("gateway: " + refused.getMessage());
            System.exit(2);
        }
        Thread.currentThread().join();
    }

    static String help() {
        return HELP;
    }

    private static Gateway start(String[] arguments) throws IOException {
        int port = 9090;
        String secret = System.getenv("GATEWAY_SECRET");
        GatewayOptions options = GatewayOptions.defaults();
        options = secret == null ? options : options.withSecret(secret);
        Deque<String> left = new ArrayDeque<>();
        for (String argument : arguments) {
            left.addAll(Arrays.asList(argument.split("=", 2)));
        }
        while (!left.isEmpty()) {
            String name = left.remove();
            if (!name.startsWith("--") || left.isEmpty()) {
                throw new IllegalArgumentException(name + " is no option with a value; see --help");
            }
            String value = left.remove();
            switch (name) {
                case "--port" -> port = (int) number(name, value);
                case "--ledger" -> options = options.withLedger(Path.of(value));
                case "--seed" -> options = options.withSeed((long) number(name, value));
                default ->
                    options = options.withSwitches(options.switches().set(name.substring(2), number(name, value)));
            }
        }
        return Gateway.start(port, options);
    }

    private static double number(String name, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + " must be a number, not " + value, wrong);
        }
    }
}
