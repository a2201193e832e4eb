package io.yici.http.client;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Passes a body on, and can stop it from outside, before or after it began. Thread-safe. */
final class StoppableSubscriber implements Subscriber<List<ByteBuffer>> {
    private final Subscriber<? super List<ByteBuffer>> reader;
    private @Nullable Subscription subscription;
    private boolean stopped;

    StoppableSubscriber(Subscriber<? super List<ByteBuffer>> reader) {
        this.reader = reader;
    }

    synchronized StoppableSubscriber stopped() {
        stopped = true;
        if (subscription != null) {
            subscription.cancel();
        }
        return this;
    }

    @Override
    public void onSubscribe(Subscription begun) {
        synchronized (this) {
            subscription = begun;
            if (stopped) {
                begun.cancel();
                return;
            }
        }
        reader.onSubscribe(begun);
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
        reader.onNext(part);
    }

    @Override
    public void onError(Throwable failure) {
        reader.onError(failure);
    }

    @Override
    public void onComplete() {
        reader.onComplete();
    }
}
