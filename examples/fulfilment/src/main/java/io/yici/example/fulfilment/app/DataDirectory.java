package io.yici.example.fulfilment.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Makes the directory of an SQLite file, which SQLite does not. */
final class DataDirectory implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final String SQLITE = "jdbc:sqlite:";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String url = context.getEnvironment().getRequiredProperty("spring.datasource.url");
        if (!url.startsWith(SQLITE)) {
            return;
        }
        Path file = Path.of(url.substring(SQLITE.length()).split("\\?", 2)[0]).toAbsolutePath();
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException refused) {
            throw new CannotStartException("the data directory " + file.getParent() + " cannot be created.", refused);
        }
    }
}
