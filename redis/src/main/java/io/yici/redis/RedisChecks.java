package io.yici.redis;

import io.lettuce.core.api.async.RedisServerAsyncCommands;
import io.yici.SetupException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a Redis, as it is set up, can do its part; to be asked once, at start. Blocks for some seconds at most.
 *
 * <p>Refused: a version before 6.2, and a read-only replica. Warned of: a Redis that cannot be reached (each operation
 * says itself what happens then), and one that evicts keys when its memory is full. Only INFO is asked, which managed
 * services allow.
 */
public final class RedisChecks {
    private static final Logger LOG = LoggerFactory.getLogger(RedisChecks.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private RedisChecks() {}

    /** Logs what to know, and throws {@link SetupException} for what cannot work. */
    public static void run(LettuceScripts scripts) {
        Findings findings = findings(scripts);
        findings.warnings().forEach(LOG::warn);
        if (!findings.problems().isEmpty()) {
            throw new SetupException(findings.problems(), null);
        }
    }

    static Findings findings(LettuceScripts scripts) {
        Findings findings = new Findings(new ArrayList<>(), new ArrayList<>());
        try {
            Line line = scripts.keeper().line().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            for (Map.Entry<String, RedisServerAsyncCommands<String, String>> master :
                    line.masters().entrySet()) {
                String info = master.getValue().info().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                check(master.getKey(), read(info), findings);
            }
        } catch (ExecutionException e) {
            findings.unreachable(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            findings.unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            findings.unreachable(e);
        }
        return findings;
    }

    /** What INFO of one server says. */
    static void check(String server, Map<String, String> info, Findings findings) {
        String version = info.getOrDefault("redis_version", "");
        if (isBefore62(version)) {
            findings.problems.add(server + " is version " + version + ". Use 6.2 or later.");
        }
        if (info.getOrDefault("role", "").equals("slave")) {
            findings.problems.add(server + " is a read-only replica. Name the master, or the sentinels that know it.");
        }
        String policy = info.getOrDefault("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction") && !info.getOrDefault("maxmemory", "0").equals("0")) {
            findings.warnings.add(server + " evicts keys by " + policy + " when its memory is full"
                    + (policy.startsWith("volatile-")
                            ? ", and only those with a time to live, as all of Yici's are"
                            : "")
                    + ". Leases then end before their time, and repeats reach the database. Set maxmemory-policy to"
                    + " noeviction, or give Yici a Redis of its own.");
        }
    }

    private static boolean isBefore62(String version) {
        String[] parts = version.split("\\.", -1);
        try {
            int major = Integer.parseInt(parts[0]);
            return major < 6 || (major == 6 && parts.length > 1 && Integer.parseInt(parts[1]) < 2);
        } catch (NumberFormatException unknown) {
            return false;
        }
    }

    private static Map<String, String> read(String info) {
        Map<String, String> fields = new HashMap<>();
        info.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return fields;
    }

    /** What was found, one sentence or more each. */
    record Findings(List<String> problems, List<String> warnings) {
        private void unreachable(Throwable why) {
            warnings.add(
                    "Redis cannot be reached (" + why + "). Until it can, what asks for it is refused or passed on to"
                            + " the database, as each operation says.");
        }
    }
}
