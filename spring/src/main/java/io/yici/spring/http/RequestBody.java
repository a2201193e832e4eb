package io.yici.spring.http;

import io.yici.http.RequestFingerprint;
import io.yici.http.RequestRefusedException;
import io.yici.http.RequestRefusedException.Reason;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, read within a limit. Forms and multipart are read by the container, which then gives them to
 * the handler too; everything else is read here.
 *
 * @param bytes what was read here; empty where the container has read everything
 * @param form the decoded pairs of a form, those of a multipart that are no files, or null
 * @param parts the parts of a multipart, or null
 * @param isJson whether it is JSON in UTF-8
 * @param charset the declared charset where it is another one, else empty
 */
@SuppressWarnings("ArrayRecordComponent")
record RequestBody(
        byte[] bytes,
        @Nullable Map<String, List<String>> form,
        @Nullable List<RequestFingerprint.Part> parts,
        boolean isJson,
        List<String> charset) {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String FORM_WITH_FILES = "multipart/form-data";

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^;\"\\s]+)", Pattern.CASE_INSENSITIVE);

    static RequestBody read(HttpServletRequest request, int limit) throws IOException {
        if (request.getContentLengthLong() > limit) {
            throw tooLarge(limit);
        }
        String type = mediaType(request);
        List<String> charset = otherCharset(request);
        if (type.startsWith("multipart/")) {
            Collection<Part> parts = parts(request, limit);
            if (parts != null) {
                return new RequestBody(new byte[0], pairs(request, limit), printed(parts, limit), false, List.of());
            }
        } else if (type.equals(FORM)) {
            Map<String, List<String>> pairs = pairs(request, limit);
            byte[] left = bytes(request, limit);
            if (left.length == 0) {
                return new RequestBody(left, pairs, null, false, List.of());
            }
            return new RequestBody(left, null, null, false, charset);
        }
        boolean json = type.equals("application/json") || (type.startsWith("application/") && type.endsWith("+json"));
        return new RequestBody(bytes(request, limit), null, null, json && charset.isEmpty(), charset);
    }

    /** Whether it is the form of a page, as its type says. */
    static boolean isForm(HttpServletRequest request) {
        String type = mediaType(request);
        return type.equals(FORM) || type.equals(FORM_WITH_FILES);
    }

    /** What has to be given to the handler from here, or null where the container gives it. */
    byte @Nullable [] forHandler() {
        return form == null && parts == null ? bytes : null;
    }

    private static String mediaType(HttpServletRequest request) {
        String type = request.getContentType();
        return type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }

    /** The charset that the type declares, unless it is the one that JSON and most texts are in. */
    private static List<String> otherCharset(HttpServletRequest request) {
        Matcher declared = CHARSET.matcher(Objects.requireNonNullElse(request.getContentType(), ""));
        String name = declared.find() ? declared.group(1).toLowerCase(Locale.ROOT) : "utf-8";
        return name.equals("utf-8") || name.equals("utf8") || name.equals("us-ascii") ? List.of() : List.of(name);
    }

    private static byte[] bytes(HttpServletRequest request, int limit) throws IOException {
        byte[] read = request.getInputStream().readNBytes(limit + 1);
        if (read.length > limit) {
            throw tooLarge(limit);
        }
        return read;
    }

    /** The pairs that the container found, of the body and of the query, which is compared for itself as well. */
    private static Map<String, List<String>> pairs(HttpServletRequest request, int limit) {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        long length = 0;
        try {
            for (Map.Entry<String, String[]> pair : request.getParameterMap().entrySet()) {
                pairs.put(pair.getKey(), Arrays.asList(pair.getValue()));
                length += pair.getKey().length();
                for (String value : pair.getValue()) {
                    length += value.length();
                }
            }
        } catch (IllegalStateException unreadable) {
            throw unreadable("The form cannot be read: it is malformed, or longer than the server takes.");
        }
        if (request.getAttribute("org.apache.catalina.parameter_parse_failed") != null) {
            throw unreadable("The form cannot be read whole: it is malformed, or longer than the server takes.");
        }
        if (length > limit) {
            throw tooLarge(limit);
        }
        return pairs;
    }

    /** The parts that the container found; null where it was not set up to look for any. */
    private static @Nullable Collection<Part> parts(HttpServletRequest request, int limit) {
        try {
            return request.getParts();
        } catch (IllegalStateException refused) {
            if (refused.getCause() == null) {
                return null;
            }
            throw tooLarge(limit);
        } catch (ServletException | IOException | RuntimeException malformed) {
            throw unreadable("The multipart body cannot be read: it is malformed, or was cut off.");
        }
    }

    private static List<RequestFingerprint.Part> printed(Collection<Part> parts, int limit) throws IOException {
        List<RequestFingerprint.Part> printed = new ArrayList<>();
        long length = 0;
        for (Part part : parts) {
            length += part.getSize();
            if (length > limit) {
                throw tooLarge(limit);
            }
            try (InputStream content = part.getInputStream()) {
                printed.add(new RequestFingerprint.Part(
                        part.getName(),
                        part.getSubmittedFileName(),
                        part.getContentType(),
                        RequestFingerprint.Part.digest(content)));
            }
        }
        return printed;
    }

    private static RequestRefusedException tooLarge(int limit) {
        return new RequestRefusedException(
                Reason.REQUEST_TOO_LARGE,
                "The body is longer than " + limit + " bytes, up to which it can be compared with that of a repeat.",
                "Send less at once.");
    }

    private static RequestRefusedException unreadable(String found) {
        return new RequestRefusedException(Reason.REQUEST_INVALID, found, "Correct the request.");
    }
}
