package io.yici.http.client.feign;

import feign.Client;
import feign.Request;
import feign.RequestTemplate;
import feign.Response;
import io.yici.http.client.Call;
import io.yici.http.client.IdempotencyHeaders;
import io.yici.http.client.IdempotentCalls;
import io.yici.http.client.SilentRetries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Feign client that sends requests of another one under the rules of {@link IdempotentCalls}.
 *
 * <p>A request that carries {@link IdempotencyHeaders#KEY} (from a {@code @Headers} template or {@code @Param}, with
 * {@link Call#headerValue()}) is sent under it; POST and PATCH without one get a fresh key, which is also written into
 * the call's template, so that Feign's own {@code Retryer} sends it again. That retryer only multiplies the attempts:
 * {@code Retryer.NEVER_RETRY} is the better choice beside this client. Over Feign's default client a POST without a
 * body may be repeated by the JDK, see {@link SilentRetries}; the log says so once for each client. Each attempt is
 * bounded by Feign's time-outs; the total deadline bounds attempts begun and waits. Answers are read into memory.
 * Thread-safe where the other client is.
 */
public final class IdempotentFeignClient implements Client {
    private static final Set<Request.HttpMethod> UNSAFE = Set.of(Request.HttpMethod.POST, Request.HttpMethod.PATCH);

    private final IdempotentCalls calls;
    private final Client other;

    /**
     * Wraps a client.
     *
     * @param other sends each attempt; it must not retry by itself
     */
    public IdempotentFeignClient(IdempotentCalls calls, Client other) {
        this.calls = calls;
        this.other = other;
        if (other instanceof Client.Default) {
            SilentRetries.warnOfUrlConnection();
        }
    }

    /**
     * Sends the request until an answer ends it.
     *
     * @throws io.yici.http.client.UnansweredException as {@link IdempotentCalls#send} says; Feign passes it on
     *     unchanged
     * @throws IllegalArgumentException when the request carries several keys
     */
    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        List<String> given = keysOf(request);
        if (given.isEmpty() && !UNSAFE.contains(request.httpMethod())) {
            return other.execute(request, options);
        }
        if (given.size() > 1) {
            throw new IllegalArgumentException("request must not carry more than one " + IdempotencyHeaders.KEY);
        }
        Call call = given.isEmpty() ? fresh(request) : calls.callOfHeader(given.get(0));
        return calls.send(call, (header, atMost) -> new FeignAnswer(once(keyed(request, header), options)))
                .response();
    }

    private Response once(Request request, Request.Options options) throws IOException {
        try {
            return other.execute(request, options);
        } catch (IOException failure) {
            throw mayHaveSentBefore(request, options) ? SilentRetries.asLost(failure) : failure;
        }
    }

    /** Feign's default client streams a body, and what is streamed the JDK neither repeats nor redirects. */
    private boolean mayHaveSentBefore(Request request, Request.Options options) {
        if (other instanceof Client.Default) {
            return request.length() == 0 && (SilentRetries.inUrlConnection() || options.isFollowRedirects());
        }
        return options.isFollowRedirects();
    }

    private Call fresh(Request request) {
        Call call = calls.call();
        RequestTemplate template = request.requestTemplate();
        if (template != null) {
            template.header(IdempotencyHeaders.KEY, call.headerValue());
        }
        return call;
    }

    private static List<String> keysOf(Request request) {
        List<String> keys = new ArrayList<>();
        request.headers().forEach((name, values) -> {
            if (name.equalsIgnoreCase(IdempotencyHeaders.KEY)) {
                keys.addAll(values);
            }
        });
        return keys;
    }

    private static Request keyed(Request request, String header) {
        Map<String, Collection<String>> headers = new LinkedHashMap<>(request.headers());
        headers.keySet().removeIf(name -> name.equalsIgnoreCase(IdempotencyHeaders.KEY));
        headers.put(IdempotencyHeaders.KEY, List.of(header));
        return Request.create(
                request.httpMethod(),
                request.url(),
                headers,
                request.body(),
                request.charset(),
                request.requestTemplate());
    }
}
