package io.yici.http.client;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A response of the JDK's client with the body that the user's handler made. */
record JdkResponse<T>(HttpResponse<?> head, @Nullable T body) implements HttpResponse<T> {
    @Override
    public int statusCode() {
        return head.statusCode();
    }

    @Override
    public HttpRequest request() {
        return head.request();
    }

    /** The responses that led here by redirect, without bodies, as the JDK gives them. */
    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return head.previousResponse().map(before -> new JdkResponse<>(before, null));
    }

    @Override
    public HttpHeaders headers() {
        return head.headers();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return head.sslSession();
    }

    @Override
    public URI uri() {
        return head.uri();
    }

    @Override
    public Version version() {
        return head.version();
    }

    /** Method, address and status, as the JDK says them; never the body. */
    @Override
    public String toString() {
        return head.toString();
    }
}
