package io.yici.benchmarks;

/** One way of doing the same thing. Called by several threads at once. */
record Contestant(String name, Step step) {
    /** One unit of work. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }
}
