package io.yici.services;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** PostgreSQL out of zonky's binaries; the login is a superuser's, entering the database {@code postgres}. */
final class EmbeddedPostgres {
    private static final String USER = "yici";

    private EmbeddedPostgres() {}

    static Login start() {
        Path bin = Binaries.fromTar("postgres-linux-x86_64.txz").resolve("bin");
        ServerProcess process = new ServerProcess("postgresql", Map.of("LC_ALL", "C"), "QUIT");
        OrdinaryUser user = OrdinaryUser.here();
        user.give(process.data());
        String data = process.data().toString();
        process.runToEnd(ServerProcess.command(
                user.prefix(),
                bin.resolve("initdb").toString(),
                "-D",
                data,
                "-U",
                USER,
                "--auth=trust",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync"));
        int port = ServerProcess.freePort();
        Login login = new Login("jdbc:postgresql://127.0.0.1:" + port + "/postgres", USER, USER);
        process.start(serverCommand(user.prefix(), bin, data, port), login);
        return login;
    }

    private static List<String> serverCommand(List<String> prefix, Path bin, String data, int port) {
        List<String> command = ServerProcess.command(
                prefix,
                bin.resolve("postgres").toString(),
                "-D",
                data,
                "-p",
                String.valueOf(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "max_connections=200");
        return ServerProcess.durable()
                ? command
                : ServerProcess.command(
                        command, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off");
    }
}
