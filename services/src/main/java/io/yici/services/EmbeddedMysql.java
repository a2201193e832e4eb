package io.yici.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** MySQL 8.0 out of Presto's binaries; the login may do everything. */
final class EmbeddedMysql {
    private static final Map<String, String> PACKAGES = Map.of("libaio.so.1", "libaio1", "libnuma.so.1", "libnuma1");

    private EmbeddedMysql() {}

    static Login start() {
        Path home = home();
        missing(home).ifPresent(what -> {
            throw new ServiceUnavailableException(what);
        });
        ServerProcess process = new ServerProcess("mysql", libraries(home), "KILL");
        MysqlFamily server = new MysqlFamily(process, home, "bin/mysqld");
        List<String> preparation =
                new ArrayList<>(List.of(home.resolve("bin/mysqld").toString()));
        preparation.addAll(server.places());
        preparation.addAll(List.of("--initialize-insecure", "--innodb-use-native-aio=0", "--innodb-log-file-size=16M"));
        process.runToEnd(preparation);
        return server.start(
                "mysql",
                "IDENTIFIED WITH mysql_native_password BY", // the default one would ask Connector/J for TLS or a key
                List.of("--mysqlx=OFF", "--innodb-use-native-aio=0", "--innodb-log-file-size=16M"));
    }

    /** The platform or the shared libraries this machine lacks, in a sentence that names the Debian packages. */
    static Optional<String> missing() {
        return Binaries.missing().or(() -> missing(home()));
    }

    private static Optional<String> missing(Path home) {
        return missing(output(home, "ldd", home.resolve("bin/mysqld").toString()));
    }

    /** Reads what {@code ldd} says about a program. */
    static Optional<String> missing(String needed) {
        List<String> libraries = needed.lines()
                .filter(line -> line.contains("not found"))
                .map(line -> line.substring(0, line.indexOf("=>")).trim())
                .toList();
        if (libraries.isEmpty()) {
            return Optional.empty();
        }
        String packages = libraries.stream()
                .map(library -> PACKAGES.getOrDefault(library, "the one with " + library))
                .collect(Collectors.joining(" "));
        return Optional.of("MySQL 8 needs " + String.join(", ", libraries) + "; install the Debian packages: "
                + packages + " (./verify does it as root), or name a server by YICI_TEST_MYSQL_URL");
    }

    private static Path home() {
        return Binaries.fromTar("mysql-Linux-amd64.tar.gz");
    }

    private static Map<String, String> libraries(Path home) {
        return Map.of("LD_LIBRARY_PATH", home.resolve("lib").toString());
    }

    private static String output(Path home, String... command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(libraries(home));
            return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
