package io.yici.example.fulfilment.app;

import io.yici.SetupException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ApplicationListener;

/** Says in one line on the error stream why the service did not start, where its user can mend it. */
final class StartFailure implements ApplicationListener<ApplicationFailedEvent> {
    @Override
    public void onApplicationEvent(ApplicationFailedEvent failed) {
        Throwable thrown = failed.getException();
        String reason = reason(thrown);
        if (reason != null) {
            System.err.println("Yici fulfilment did not start: " + reason);
        } else {
            thrown.printStackTrace();
        }
    }

    private static @Nullable String reason(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof PortInUseException taken) {
                return "port " + taken.getPort() + " is taken; choose another with --port.";
            }
            if (each instanceof CannotStartException mendable) {
                return line(mendable);
            }
            if (each instanceof SetupException refused) {
                return String.join(" ", refused.problems());
            }
            if (each instanceof SQLException refused && refused.getCause() == null) {
                return "the database cannot be used; check --db-url and that it runs. (" + line(refused) + ")";
            }
        }
        return null;
    }

    private static String line(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).replaceAll("\\s+", " ").trim();
    }
}
