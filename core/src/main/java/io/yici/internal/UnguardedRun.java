package io.yici.internal;

import io.yici.Outcome;
import io.yici.Work;
import io.yici.external.Taken;
import org.jspecify.annotations.Nullable;

/** A run that is only observed and would have been refused: it runs, and leaves no record. */
final class UnguardedRun<T extends @Nullable Object> implements Taken.Running<T> {
    private final RunStack.Run run;

    UnguardedRun(RunStack.Run run) {
        this.run = run;
    }

    @Override
    public <R extends @Nullable Object, X extends Exception> R within(Work<R, X> work) throws X {
        return RunStack.within(run, work::run);
    }

    @Override
    public Outcome<T> finish(T value) {
        return new Outcome<>(value, Outcome.Kind.UNRECORDED);
    }

    @Override
    public void withdraw() {}

    @Override
    public void leaveUnresolved(@Nullable Throwable why) {}
}
