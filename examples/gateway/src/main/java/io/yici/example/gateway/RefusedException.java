package io.yici.example.gateway;

/** A request the gateway refuses; nothing was booked. Becomes an answer of {@code {code, message}}. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    RefusedException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static RefusedException badRequest(String message) {
        return new RefusedException(400, "bad-request", message);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
