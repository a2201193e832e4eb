package io.yici.spring.autoconfigure;

import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.OperationSettings.Mode;
import io.yici.SetupException;
import io.yici.guard.EntryRules;
import io.yici.guard.EntryRules.WhenUnavailable;
import io.yici.guard.TokenUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;

/**
 * The settings of single operations: {@code yici.operations.order.create.answers-for = 90d}. Everything between
 * {@code yici.operations.} and the last dot is the operation's name. Immutable.
 */
final class OperationProperties {
    private static final String PREFIX = "yici.operations";

    private final Map<String, OperationSettings> settings = new TreeMap<>();
    private final Set<String> programmatic = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    private OperationProperties() {}

    /**
     * Reads them; what an operation does not set is as in {@code defaults}.
     *
     * @throws SetupException listing every setting that cannot be read
     */
    static OperationProperties read(Environment environment, OperationSettings defaults) {
        Map<String, String> given = Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of());
        OperationProperties read = new OperationProperties();
        read.refuseBareNumbers(Binder.get(environment));
        Map<String, Map<String, String>> byOperation = new TreeMap<>();
        given.forEach((key, value) -> {
            int dot = key.lastIndexOf('.');
            if (dot < 1) {
                read.problems.add(
                        PREFIX + "." + key + " names no setting. Write " + PREFIX + ".<operation>.<setting>.");
            } else {
                byOperation
                        .computeIfAbsent(key.substring(0, dot), name -> new TreeMap<>())
                        .put(key.substring(dot + 1), value);
            }
        });
        byOperation.forEach((name, values) -> read.readOne(name, values, defaults));
        if (!read.problems.isEmpty()) {
            throw new SetupException(read.problems, null);
        }
        return read;
    }

    /** The settings by operation. */
    Map<String, OperationSettings> settings() {
        return settings;
    }

    /** The operations that some annotated method must declare. */
    Set<String> expected() {
        Set<String> expected = new TreeSet<>(settings.keySet());
        expected.removeAll(programmatic);
        return expected;
    }

    /** Those of the durations for all operations; Spring would read "7" as 7 milliseconds. */
    private void refuseBareNumbers(Binder binder) {
        for (String name : List.of(
                "answers-for",
                "refuses-for",
                "waits-for",
                "leases-for",
                "cleanup.every",
                "cache.keep-at-most",
                "tokens.time-to-live",
                "tokens.allowed-skew")) {
            String value = binder.bind("yici." + name, String.class).orElse("");
            if (isBareNumber(value)) {
                problems.add("yici." + name + " = " + value + " cannot be used: " + withUnit(value) + ".");
            }
        }
    }

    /** Nothing is nothing in every unit. */
    private static boolean isBareNumber(String value) {
        return value.matches("[+-]?0*[1-9]\\d*");
    }

    private static String withUnit(String value) {
        return "a duration needs a unit, as in " + value + "d or " + value + "s";
    }

    private void readOne(String name, Map<String, String> values, OperationSettings defaults) {
        try {
            Operation.named(name);
            Draft draft = new Draft(defaults);
            values.forEach((setting, value) -> readSetting(name, draft, setting, value));
            settings.put(name, draft.settings());
            if (draft.programmatic) {
                programmatic.add(name);
            }
        } catch (RuntimeException unusable) {
            problems.add(PREFIX + "." + name + " cannot be used: " + unusable.getMessage());
        }
    }

    private void readSetting(String name, Draft draft, String setting, String value) {
        String property = PREFIX + "." + name + "." + setting;
        try {
            if (!draft.take(setting.toLowerCase(Locale.ROOT).replaceAll("[-_]", ""), value.trim())) {
                problems.add(
                        property + " is no setting. There are answers-for, refuses-for, waits-for, leases-for, retries,"
                                + " mode, unseen-keys-within, allowed-future, allow-suspension, token, marks-for,"
                                + " entry-guard, entry-holds-for, when-guard-unavailable and programmatic.");
            }
        } catch (RuntimeException unreadable) {
            problems.add(property + " = " + value + " cannot be used: " + unreadable.getMessage() + ".");
        }
    }

    /** Collects one operation's settings; those that are checked against others are set in the end. */
    private static final class Draft {
        private OperationSettings settings;
        private @Nullable Duration unseenKeysWithin;
        private Duration allowedFuture;
        private EntryRules entry;
        private boolean programmatic;

        private Draft(OperationSettings defaults) {
            this.settings = defaults;
            this.unseenKeysWithin = defaults.unseenKeysWithin();
            this.allowedFuture = defaults.allowedFuture();
            this.entry = defaults.entry();
        }

        private boolean take(String setting, String value) {
            switch (setting) {
                case "answersfor" -> settings = settings.answersFor(duration(value));
                case "refusesfor" -> settings = settings.refusesFor(duration(value));
                case "waitsfor" -> settings = settings.waitsFor(duration(value));
                case "leasesfor" -> settings = settings.leasesFor(duration(value));
                case "retries" -> settings = settings.retries(Integer.parseInt(value));
                case "mode" -> settings = settings.mode(Mode.valueOf(value.toUpperCase(Locale.ROOT)));
                case "unseenkeyswithin" -> unseenKeysWithin = duration(value);
                case "allowedfuture" -> allowedFuture = duration(value);
                case "allowsuspension" -> settings = flag(value) ? settings.allowSuspension() : settings;
                case "token" -> entry = entry.tokens(choice(TokenUse.class, value));
                case "marksfor" -> entry = entry.marksFor(duration(value));
                case "entryguard" -> entry = entry.guarded(flag(value));
                case "entryholdsfor" -> entry = entry.holdsFor(duration(value));
                case "whenguardunavailable" -> entry = entry.whenUnavailable(choice(WhenUnavailable.class, value));
                case "programmatic" -> programmatic = flag(value);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private OperationSettings settings() {
            OperationSettings aged =
                    unseenKeysWithin == null ? settings : settings.unseenKeysWithin(unseenKeysWithin, allowedFuture);
            return aged.entry(entry);
        }

        /** With its unit: a bare number would be read as milliseconds, which nobody means by "answers-for: 7". */
        private static Duration duration(String value) {
            if (isBareNumber(value)) {
                throw new IllegalArgumentException(withUnit(value));
            }
            return DurationStyle.detectAndParse(value);
        }

        private static <E extends Enum<E>> E choice(Class<E> choices, String value) {
            return Enum.valueOf(choices, value.toUpperCase(Locale.ROOT));
        }

        private static boolean flag(String value) {
            if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException("it must be true or false");
            }
            return Boolean.parseBoolean(value);
        }
    }
}
