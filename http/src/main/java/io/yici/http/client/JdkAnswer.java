package io.yici.http.client;

import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The head of an answer on the JDK's client, with its body still unread. */
final class JdkAnswer<T> implements Answer<HttpResponse<T>> {
    private final HttpResponse<Publisher<List<ByteBuffer>>> head;
    private final BodyHandler<T> handler;
    private final long end;
    private Publisher<List<ByteBuffer>> body;
    private boolean read;

    JdkAnswer(HttpResponse<Publisher<List<ByteBuffer>>> head, BodyHandler<T> handler, long end) {
        this.head = head;
        this.handler = handler;
        this.end = end;
        this.body = head.body();
    }

    @Override
    public int status() {
        return head.statusCode();
    }

    @Override
    public Optional<String> header(String name) {
        return head.headers().firstValue(name);
    }

    @Override
    public byte[] content() throws IOException, InterruptedException {
        byte[] content = readInto(BodySubscribers.ofByteArray());
        body = new OneContent(content);
        read = true;
        return content;
    }

    @Override
    public HttpResponse<T> accept() throws IOException, InterruptedException {
        return new JdkResponse<>(head, readInto(reader()));
    }

    private BodySubscriber<T> reader() {
        try {
            return handler.apply(new Info(status(), head.headers(), head.version()));
        } catch (RuntimeException | Error own) {
            discard();
            throw own;
        }
    }

    @Override
    public void discard() {
        if (!read) {
            body.subscribe(new StoppableSubscriber(BodySubscribers.discarding()).stopped());
        }
    }

    private <B> B readInto(BodySubscriber<B> reader) throws IOException, InterruptedException {
        StoppableSubscriber subscriber = new StoppableSubscriber(reader);
        body.subscribe(subscriber);
        boolean done = false;
        try {
            long left = Math.max(1, end - System.nanoTime());
            B result = reader.getBody().toCompletableFuture().get(left, TimeUnit.NANOSECONDS);
            done = true;
            return result;
        } catch (TimeoutException late) {
            throw new HttpTimeoutException("the body of the answer did not come in time");
        } catch (ExecutionException failed) {
            throw unwrapped(failed);
        } finally {
            if (!done) {
                subscriber.stopped();
            }
        }
    }

    /** What broke the connection as an I/O error; what the user's own handler threw as it was. */
    private static IOException unwrapped(ExecutionException failed) {
        Throwable cause = failed.getCause();
        if (cause instanceof RuntimeException own) {
            throw own;
        }
        if (cause instanceof Error own) {
            throw own;
        }
        return cause instanceof IOException broken ? broken : new IOException(cause);
    }

    private record Info(int statusCode, HttpHeaders headers, Version version) implements HttpResponse.ResponseInfo {}
}
