package io.yici.example.orders.gateway;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the gateway, one request each time and never again by itself. Blocks for as long as it is given. Thread-safe.
 *
 * <p>The gateway books each key once and for ever, so the same key can be asked again.
 */
public final class GatewayClient {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> FINAL = Set.of("charge-unknown", "charge-declined", "exceeds-captured");

    private final HttpClient http;
    private final GatewayAddress address;

    GatewayClient(GatewayAddress address, Duration connectTimeOut) {
        this.address = address;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(connectTimeOut)
                .build();
    }

    /**
     * Charges a payment.
     *
     * @throws NotSentException nothing has left
     * @throws IOException nobody knows
     */
    public GatewayAnswer<Charge> charge(String key, ChargeRequest wanted, Duration timeOut)
            throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("key", key);
        body.put("orderNo", wanted.orderNo());
        body.put("channel", wanted.channel());
        body.put("amountCents", wanted.amountCents());
        body.put("callbackUrl", address.callbackUrl());
        return booked(send(posting("/charges", key, body, timeOut)), Charge.class);
    }

    /** What became of a charge. */
    public GatewayAnswer<Charge> chargeUnder(String key, Duration timeOut) throws IOException, InterruptedException {
        return found(send(asking("/charges/by-key/", key, timeOut)), Charge.class);
    }

    /**
     * Gives money back.
     *
     * @throws NotSentException nothing has left
     * @throws IOException nobody knows
     */
    public GatewayAnswer<GivenBack> refund(String key, RefundRequest wanted, Duration timeOut)
            throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("key", key);
        body.put("chargeId", wanted.chargeId());
        body.put("amountCents", wanted.amountCents());
        return booked(send(posting("/refunds", key, body, timeOut)), GivenBack.class);
    }

    /** What became of a refund. */
    public GatewayAnswer<GivenBack> refundUnder(String key, Duration timeOut) throws IOException, InterruptedException {
        return found(send(asking("/refunds/by-key/", key, timeOut)), GivenBack.class);
    }

    private HttpRequest posting(String path, String key, Map<String, Object> body, Duration timeOut) {
        return request(path, timeOut)
                .header("Idempotency-Key", '"' + key + '"')
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                .build();
    }

    private HttpRequest asking(String path, String key, Duration timeOut) {
        return request(path + URLEncoder.encode(key, StandardCharsets.UTF_8), timeOut)
                .GET()
                .build();
    }

    private HttpRequest.Builder request(String path, Duration timeOut) {
        return HttpRequest.newBuilder(URI.create(address.gateway() + path)).timeout(timeOut);
    }

    /**
     * The time-out of a request ends with the head of its answer, so the whole of it is waited for no longer, either.
     */
    private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
        long nanos = request.timeout().orElseThrow().toNanos();
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooLong) {
            throw new HttpTimeoutException("the gateway did not end its answer in time");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ConnectException unreachable) {
                throw new NotSentException(unreachable);
            }
            if (failed.getCause() instanceof HttpConnectTimeoutException unreachable) {
                throw new NotSentException(unreachable);
            }
            throw new IOException("the exchange with the gateway failed", failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    /** Only its own codes say that it has refused for good; any other refusal may come from anywhere on the way. */
    private static <T> GatewayAnswer<T> booked(HttpResponse<byte[]> response, Class<T> type) throws IOException {
        int status = response.statusCode();
        if (status == 200 || status == 201) {
            return new GatewayAnswer.Booked<>(read(response.body(), type));
        }
        String code = status == 404 || status == 409 ? code(response.body()) : "";
        return FINAL.contains(code)
                ? new GatewayAnswer.Refused<>(code)
                : new GatewayAnswer.Unclear<>("the gateway answered " + status);
    }

    /** That it knows no such key is said by its own code, too. */
    private static <T> GatewayAnswer<T> found(HttpResponse<byte[]> response, Class<T> type) throws IOException {
        return response.statusCode() == 404 && code(response.body()).equals("key-unknown")
                ? new GatewayAnswer.NothingYet<>()
                : booked(response, type);
    }

    private static <T> T read(byte[] body, Class<T> type) throws IOException {
        try {
            return JSON.readValue(body, type);
        } catch (JacksonException unreadable) {
            throw new IOException("the gateway's answer cannot be read", unreadable);
        }
    }

    private static String code(byte[] body) {
        try {
            return JSON.readTree(body).path("code").asString("");
        } catch (JacksonException unreadable) {
            return "";
        }
    }
}
