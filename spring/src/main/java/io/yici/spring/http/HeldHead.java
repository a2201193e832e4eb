package io.yici.spring.http;

import io.yici.http.KeptResponse.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Status and headers of a held response, in the order they were given. */
final class HeldHead {
    private final List<Header> headers = new ArrayList<>();
    private final Set<String> replaced = new LinkedHashSet<>();
    private int status = HttpServletResponse.SC_OK;
    private @Nullable String charset;

    HeldHead copy() {
        HeldHead copy = new HeldHead();
        copy.headers.addAll(headers);
        copy.replaced.addAll(replaced);
        copy.status = status;
        copy.charset = charset;
        return copy;
    }

    int status() {
        return status;
    }

    void status(int code) {
        status = code;
    }

    void set(String name, String value) {
        remove(name);
        replaced.add(name.toLowerCase(Locale.ROOT));
        headers.add(new Header(name, value));
    }

    void add(String name, String value) {
        if (name.equalsIgnoreCase(HttpHeaders.CONTENT_TYPE)) {
            set(name, value);
        } else {
            headers.add(new Header(name, value));
        }
    }

    /** Adds a header of which the first replaces what is there, and more lines of the same name follow it. */
    void replaceThenAdd(Header header) {
        if (replaced.contains(header.name().toLowerCase(Locale.ROOT))) {
            add(header.name(), header.value());
        } else {
            set(header.name(), header.value());
        }
    }

    void remove(String name) {
        headers.removeIf(header -> header.name().equalsIgnoreCase(name));
    }

    @Nullable String first(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.get(0);
    }

    List<String> values(String name) {
        return all().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
    }

    /** All headers; the content type with the charset that was set apart from it. */
    List<Header> all() {
        if (charset == null) {
            return List.copyOf(headers);
        }
        String apart = charset;
        return headers.stream()
                .map(header -> header.name().equalsIgnoreCase(HttpHeaders.CONTENT_TYPE)
                        ? new Header(header.name(), withCharset(header.value(), apart))
                        : header)
                .toList();
    }

    private static String withCharset(String contentType, String charset) {
        return contentType.toLowerCase(Locale.ROOT).contains("charset=")
                ? contentType
                : contentType + ";charset=" + charset;
    }

    /** The charset of text written by a writer: set apart, or a parameter of the content type, or none yet. */
    @Nullable String charset() {
        return charset != null ? charset : charsetOf(contentType());
    }

    void charset(@Nullable String name) {
        charset = name;
        String type = contentType();
        if (name != null && type != null && charsetOf(type) != null) {
            set(HttpHeaders.CONTENT_TYPE, type.replaceAll("(?i);\\s*charset=[^;]*", ""));
        }
    }

    /** From here on a writer uses this charset, so the content type must name it. */
    void fixCharset(String name) {
        if (charset() == null) {
            charset = name;
        }
    }

    private @Nullable String contentType() {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(HttpHeaders.CONTENT_TYPE))
                .map(Header::value)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String charsetOf(@Nullable String contentType) {
        if (contentType == null) {
            return null;
        }
        try {
            Charset named = MediaType.parseMediaType(contentType).getCharset();
            return named == null ? null : named.name();
        } catch (IllegalArgumentException odd) {
            return null;
        }
    }

    /** Adds to the response what was added, and replaces there what was set. */
    void sendTo(HttpServletResponse response) {
        response.setStatus(status);
        Set<String> toReplace = new LinkedHashSet<>(replaced);
        for (Header header : all()) {
            if (header.name().equalsIgnoreCase(HttpHeaders.CONTENT_TYPE)) {
                response.setContentType(header.value());
            } else if (toReplace.remove(header.name().toLowerCase(Locale.ROOT))) {
                response.setHeader(header.name(), header.value());
            } else {
                response.addHeader(header.name(), header.value());
            }
        }
    }
}
