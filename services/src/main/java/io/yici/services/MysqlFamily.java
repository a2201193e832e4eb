package io.yici.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a MySQL and a MariaDB server have in common: the options, and a user who may do everything. */
final class MysqlFamily {
    private static final String USER = "yici";

    private final ServerProcess process;
    private final Path executable;
    private final Path home;

    MysqlFamily(ServerProcess process, Path home, String executable) {
        this.process = process;
        this.home = home;
        this.executable = home.resolve(executable);
    }

    /** Options that the command preparing the data and the server must agree on. */
    List<String> places() {
        return List.of(
                "--no-defaults",
                "--datadir=" + process.data().resolve("data"),
                "--basedir=" + home,
                "--user=" + System.getProperty("user.name"));
    }

    Login start(String driver, String identification, List<String> ownOptions) {
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(places());
        command.addAll(List.of(
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=server.sock", // relative to the data, since a socket's path is limited to 107 bytes
                "--pid-file=server.pid",
                "--init-file=" + initialStatements(identification),
                "--skip-name-resolve",
                "--skip-ssl",
                "--max-connections=200"));
        command.addAll(ownOptions);
        if (!ServerProcess.durable()) {
            command.addAll(List.of("--innodb-flush-log-at-trx-commit=0", "--innodb-flush-method=nosync"));
        }
        Login login = new Login("jdbc:" + driver + "://127.0.0.1:" + port + "/mysql", USER, USER);
        process.start(command, login);
        return login;
    }

    private Path initialStatements(String identification) {
        try {
            return Files.write(
                    process.data().resolve("init.sql"),
                    List.of(
                            "CREATE USER '" + USER + "'@'%' " + identification + " '" + USER + "';",
                            "GRANT ALL ON *.* TO '" + USER + "'@'%' WITH GRANT OPTION;"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
