package io.yici.http.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the JDK sends a second time by itself, unseen by any attempt. Under one key it does no harm at a server that
 * honours the key, but an attempt is then no longer one request.
 */
public final class SilentRetries {
    private static final Logger LOG = LoggerFactory.getLogger(SilentRetries.class);
    private static final String OF_HTTP_CLIENT = "jdk.httpclient.enableAllMethodRetry";
    private static final String OF_URL_CONNECTION = "sun.net.http.retryPost";

    private SilentRetries() {}

    /**
     * Whether {@code java.net.http.HttpClient} repeats requests of every method when a kept connection dies under them:
     * the system property {@code jdk.httpclient.enableAllMethodRetry} is there and not false. Off by default.
     */
    public static boolean inHttpClient() {
        String set = System.getProperty(OF_HTTP_CLIENT);
        return set != null && (set.isEmpty() || Boolean.parseBoolean(set));
    }

    /**
     * Whether {@code HttpURLConnection} repeats a POST whose answer did not come: it does unless the system property
     * {@code sun.net.http.retryPost} is false. A body in streaming mode is not repeated, so Spring's
     * {@code SimpleClientHttpRequestFactory}, which always streams, is safe; Feign's default client streams unless
     * there is no body.
     */
    public static boolean inUrlConnection() {
        String set = System.getProperty(OF_URL_CONNECTION);
        return set == null || Boolean.parseBoolean(set);
    }

    static void warnOfHttpClient() {
        if (inHttpClient()) {
            warn("java.net.http.HttpClient repeats requests of every method", "-D" + OF_HTTP_CLIENT + "=false");
        }
    }

    /** Warns in the log, for bindings of clients that stand on {@code HttpURLConnection}; silent when it is off. */
    public static void warnOfUrlConnection() {
        if (inUrlConnection()) {
            warn("HttpURLConnection repeats a POST without a body", "-D" + OF_URL_CONNECTION + "=false");
        }
    }

    /**
     * The failure of an HTTP client that may have sent the request before, by a silent second try or by following a
     * redirect: that the last connection was refused then does not prove that nothing was sent. Such a failure comes
     * back without its type, and among the suppressed of what comes back; any other comes back as it is.
     */
    public static IOException asLost(IOException failure) {
        if (!foundNoConnection(failure)) {
            return failure;
        }
        IOException lost = new IOException("perhaps not the first request of this attempt: " + failure);
        lost.addSuppressed(failure);
        return lost;
    }

    /** True only where no byte of the last request can have left; a plain time-out may come after sending. */
    static boolean foundNoConnection(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof HttpConnectTimeoutException
                    || cause instanceof UnknownHostException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof SSLHandshakeException) {
                return true;
            }
        }
        return false;
    }

    private static void warn(String habit, String remedy) {
        LOG.warn(
                "{} by itself, under the same key but unseen by attempts and listeners. " + "Switch it off with {}.",
                habit,
                remedy);
    }
}
