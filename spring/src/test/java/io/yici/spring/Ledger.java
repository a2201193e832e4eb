package io.yici.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often work really ran, outside of every transaction. */
public final class Ledger {
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

    public void ran(String what) {
        runs.computeIfAbsent(what, name -> new AtomicInteger()).incrementAndGet();
    }

    public int runsOf(String what) {
        return runs.getOrDefault(what, new AtomicInteger()).get();
    }

    public int total() {
        return runs.values().stream().mapToInt(AtomicInteger::get).sum();
    }
}
