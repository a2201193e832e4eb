package io.yici.benchmarks;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.core.Ordered;

/** Outermost of the filters: adds up what requests cost the threads that serve them, in CPU and in time. */
final class RequestCost implements Filter, Ordered {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final LongAdder requests = new LongAdder();
    private final LongAdder cpuNanos = new LongAdder();
    private final LongAdder wallNanos = new LongAdder();

    /** What one request cost in the mean, in microseconds. */
    record Mean(double cpu, double wall) {}

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long start = System.nanoTime();
        long cpu = threads.getCurrentThreadCpuTime();
        try {
            chain.doFilter(request, response);
        } finally {
            cpuNanos.add(threads.getCurrentThreadCpuTime() - cpu);
            wallNanos.add(System.nanoTime() - start);
            requests.increment();
        }
    }

    /** The mean since the last call; to be called while nothing is being served. */
    Mean take() {
        double count = Math.max(1, requests.sumThenReset()) * 1e3;
        return new Mean(cpuNanos.sumThenReset() / count, wallNanos.sumThenReset() / count);
    }
}
