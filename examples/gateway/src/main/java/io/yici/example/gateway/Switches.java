package io.yici.example.gateway;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * How often the gateway misbehaves, and for how long. Immutable.
 *
 * <p>As JSON, for instance <code>{"lose": 0.1, "delay": 0.5, "delayMillis": 1500}</code>: probabilities from 0 to 1 by
 * the names of {@link Fault}, and the three times. What is absent is off, or keeps its default time.
 *
 * @param probabilities of each fault; absent is never
 * @param delayMillis how late {@link Fault#DELAY} answers
 * @param executeLateMillis how late {@link Fault#EXECUTE_LATE} executes
 * @param crashMillis how long {@link Fault#CRASH} refuses connections
 */
public record Switches(Map<Fault, Double> probabilities, long delayMillis, long executeLateMillis, long crashMillis) {
    private static final long LONGEST = 600_000;

    /** Copies the probabilities. */
    public Switches {
        probabilities = Map.copyOf(probabilities);
        probabilities.forEach((fault, probability) -> {
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException(fault.json() + " must be from 0 to 1, not " + probability);
            }
        });
        requireTime("delayMillis", delayMillis);
        requireTime("executeLateMillis", executeLateMillis);
        requireTime("crashMillis", crashMillis);
    }

    /**
     * A gateway that behaves; once something is switched on, answers are 1 s, executions 3 s late, crashes last 2 s.
     */
    public static Switches off() {
        return new Switches(Map.of(), 1_000, 3_000, 2_000);
    }

    /** With one probability set, from 0 (never) to 1 (always). */
    public Switches with(Fault fault, double probability) {
        Map<Fault, Double> changed = new EnumMap<>(Fault.class);
        changed.putAll(probabilities);
        changed.put(fault, probability);
        return new Switches(changed, delayMillis, executeLateMillis, crashMillis);
    }

    /** With other times, in milliseconds; at most ten minutes. */
    public Switches lasting(long delay, long executeLate, long crash) {
        return new Switches(probabilities, delay, executeLate, crash);
    }

    /** Reads the JSON form; an unknown member is refused, so that a misspelt switch is not silently off. */
    static Switches of(JsonNode json) {
        if (!json.isObject()) {
            throw new IllegalArgumentException("switches must be an object");
        }
        Switches read = off();
        for (Map.Entry<String, JsonNode> member : json.properties()) {
            if (!member.getValue().isNumber()) {
                throw new IllegalArgumentException(member.getKey() + " must be a number");
            }
            read = read.set(member.getKey(), member.getValue().doubleValue());
        }
        return read;
    }

    Switches set(String name, double value) {
        return switch (name) {
            case "delayMillis" -> lasting((long) value, executeLateMillis, crashMillis);
            case "executeLateMillis" -> lasting(delayMillis, (long) value, crashMillis);
            case "crashMillis" -> lasting(delayMillis, executeLateMillis, (long) value);
            default ->
                with(
                        Fault.named(name).orElseThrow(() -> new IllegalArgumentException("there is no switch " + name)),
                        value);
        };
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Fault fault : Fault.values()) {
            json.put(fault.json(), probabilities.getOrDefault(fault, 0.0));
        }
        json.put("delayMillis", delayMillis);
        json.put("executeLateMillis", executeLateMillis);
        json.put("crashMillis", crashMillis);
        return json;
    }

    /** What goes wrong with one request: every fault has its own draw, in a fixed order. */
    Set<Fault> draw(Random chance) {
        Set<Fault> drawn = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            if (chance.nextDouble() < probabilities.getOrDefault(fault, 0.0)) {
                drawn.add(fault);
            }
        }
        return drawn;
    }

    private static void requireTime(String name, long millis) {
        if (millis < 0 || millis > LONGEST) {
            throw new IllegalArgumentException(name + " must be from 0 to " + LONGEST + ", not " + millis);
        }
    }
}
