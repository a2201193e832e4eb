package io.yici.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lets a server that refuses to run as root run all the same: inside a user namespace of its own, where root is nobody,
 * or, where the kernel forbids that, as the user nobody.
 */
final class OrdinaryUser {
    private static final int NOBODY = 65534;

    private final List<String> prefix;

    private OrdinaryUser(List<String> prefix) {
        this.prefix = prefix;
    }

    static OrdinaryUser here() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return new OrdinaryUser(List.of());
        }
        if (succeeds("unshare", "-U", "true")) {
            return new OrdinaryUser(List.of("unshare", "-U"));
        }
        return new OrdinaryUser(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    }

    /** What to put before a command. */
    List<String> prefix() {
        return prefix;
    }

    /** Hands a directory to the user the prefix switches to. */
    void give(Path directory) {
        if (prefix.contains("setpriv")) {
            try {
                Files.setAttribute(directory, "unix:uid", NOBODY);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
