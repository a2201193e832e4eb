package io.yici.spring.http;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * The settings {@code yici.http.*}: of all guarded routes, and of single operations in {@code yici.http.routes}. A name
 * that is none of them is refused at start: a misspelt one would leave a route open.
 */
@ConfigurationProperties(value = "yici.http", ignoreUnknownFields = false)
public class HttpProperties extends HttpOptions {
    /** Whether handlers can be guarded at all. Off, an annotated one refuses to start. */
    private boolean enabled = true;

    /** Methods for which keys count; the key of any other request is ignored. */
    private Set<String> methods = Set.of("POST", "PUT", "PATCH", "DELETE");

    /** What of a response is held back in memory; what goes beyond it, in a temporary file. */
    private DataSize memoryLimit = DataSize.ofKilobytes(256);

    /** Path under which the retention policy is published and the status of a key is told; empty for neither. */
    private String path = "/idempotency";

    /** Path under which callers fetch form tokens; the one above with /tokens by default, empty for nowhere. */
    private @Nullable String tokenPath;

    /** Whether browsers of other origins, where the application lets them in, may send the key and see replays. */
    private boolean cors = true;

    /** Guarded routes by the names of their operations, and settings of those that an annotation guards. */
    private Map<String, Route> routes = new LinkedHashMap<>();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public Set<String> getMethods() {
        return methods;
    }

    public void setMethods(Set<String> methods) {
        this.methods = inCapitals(methods);
    }

    private static Set<String> inCapitals(Set<String> methods) {
        return methods.stream().map(method -> method.toUpperCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    public DataSize getMemoryLimit() {
        return memoryLimit;
    }

    public void setMemoryLimit(DataSize memoryLimit) {
        this.memoryLimit = memoryLimit;
    }

    public String getPath() {
        return path;
    }

    public void setPath(String path) {
        this.path = path;
    }

    public @Nullable String getTokenPath() {
        return tokenPath;
    }

    public void setTokenPath(@Nullable String tokenPath) {
        this.tokenPath = tokenPath;
    }

    /** Where tokens are fetched, or empty. */
    String tokensAt() {
        return tokenPath != null ? tokenPath : path.isEmpty() ? "" : path + "/tokens";
    }

    public boolean isCors() {
        return cors;
    }

    public void setCors(boolean cors) {
        this.cors = cors;
    }

    public Map<String, Route> getRoutes() {
        return routes;
    }

    public void setRoutes(Map<String, Route> routes) {
        this.routes = routes;
    }

    /** One operation over HTTP. */
    public static class Route extends HttpOptions {
        /** Pattern of the route exactly as the handler maps it; empty where an annotation declares the operation. */
        private String pattern = "";

        /** Methods of the route that are guarded; all that the handler maps and yici.http.methods names by default. */
        private @Nullable Set<String> methods;

        public String getPattern() {
            return pattern;
        }

        public void setPattern(String pattern) {
            this.pattern = pattern;
        }

        public @Nullable Set<String> getMethods() {
            return methods;
        }

        public void setMethods(@Nullable Set<String> methods) {
            this.methods = methods == null ? null : inCapitals(methods);
        }
    }
}
