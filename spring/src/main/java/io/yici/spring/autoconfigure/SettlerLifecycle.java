package io.yici.spring.autoconfigure;

import io.yici.external.Settler;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/** Lets the settler run as long as the application does. */
final class SettlerLifecycle implements SmartLifecycle {
    private final Settler settler;
    private final Duration every;

    SettlerLifecycle(Settler settler, Duration every) {
        this.settler = settler;
        this.every = every;
    }

    @Override
    public void start() {
        settler.start(every);
    }

    @Override
    public void stop() {
        settler.close();
    }

    @Override
    public boolean isRunning() {
        return settler.isStarted();
    }
}
