package io.yici.example.gateway;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The switches as they are now, what chance makes of them, and how often each fault was drawn. Thread safe. */
final class SwitchBoard {
    private final Random chance;
    private final Map<Fault, Integer> drawn = new EnumMap<>(Fault.class);
    private Switches now;

    SwitchBoard(Switches now, long seed) {
        this.now = now;
        this.chance = new Random(seed);
    }

    synchronized Switches now() {
        return now;
    }

    synchronized void set(Switches wanted) {
        now = wanted;
    }

    /** What goes wrong with one request. */
    synchronized Set<Fault> draw() {
        Set<Fault> faults = now.draw(chance);
        faults.forEach(fault -> drawn.merge(fault, 1, Integer::sum));
        return faults;
    }

    /** One of two ways in which a fault can show, both equally likely. */
    synchronized boolean coin() {
        return chance.nextBoolean();
    }

    synchronized Map<Fault, Integer> drawn() {
        return new EnumMap<>(drawn);
    }
}
