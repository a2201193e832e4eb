package io.yici.proof;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Something that runs on a thread of its own meanwhile. */
record Running<T>(FutureTask<T> task) {
    static <T> Running<T> of(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "meanwhile");
        thread.setDaemon(true);
        thread.start();
        return new Running<>(task);
    }

    /** What came of it; fails when that takes longer than a minute. */
    T result() throws Exception {
        return task.get(60, TimeUnit.SECONDS);
    }
}
