package io.yici.http.client;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/** A body that is already in memory, published as if it just came in. */
final class OneContent implements Publisher<List<ByteBuffer>> {
    private final byte[] content;

    OneContent(byte[] content) {
        this.content = content;
    }

    @Override
    public void subscribe(Subscriber<? super List<ByteBuffer>> subscriber) {
        subscriber.onSubscribe(new Subscription() {
            private boolean given;

            @Override
            public void request(long wanted) {
                if (!given) {
                    given = true;
                    subscriber.onNext(List.of(ByteBuffer.wrap(content)));
                    subscriber.onComplete();
                }
            }

            @Override
            public void cancel() {
                given = true;
            }
        });
    }
}
