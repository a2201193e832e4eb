package io.yici.spring.http;

import io.yici.guard.TokenUse;
import io.yici.http.KeySyntax;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.util.unit.DataSize;

/**
 * What can be set about guarded routes, for all of them or for one. What is null is as for all routes, and there as the
 * default named at each.
 */
public class HttpOptions {
    /** Whether a request must carry a key. */
    public enum Presence {
        /** Without one it is refused. */
        REQUIRED,
        /** Without one it runs unguarded, and is counted. */
        OPTIONAL
    }

    /** What of a body a repeat must ask again. */
    public enum Comparison {
        /** What it says: JSON, forms and multipart by their content, everything else byte for byte. */
        CONTENT,
        /** Every body byte for byte. */
        BYTES,
        /** Nothing: any body under the same key gets the first answer. */
        NOTHING
    }

    /** What {@code sendError} means. */
    public enum SendError {
        /** The request failed: rolled back, nothing recorded. */
        FAILURE,
        /** An answer like any other, judged by its status. */
        ANSWER
    }

    /** Whether a request of a guarded route must carry a key. Required by default. */
    private @Nullable Presence key;

    /** What a key may look like. Lenient by default: quoted or bare. */
    private @Nullable KeySyntax keySyntax;

    /** Shortest key, in UTF-8 bytes. 1 by default. */
    private @Nullable Integer minKeyBytes;

    /** Longest key, in UTF-8 bytes. 255 by default, which is also the most. */
    private @Nullable Integer maxKeyBytes;

    /** JSON pointer to a text member of the body that may carry the key; none by default. */
    private @Nullable String keyPointer;

    /** Name of the hidden field of HTML forms that may carry the key; _idempotency_key by default, empty for none. */
    private @Nullable String keyField;

    /** Whether keys are form tokens, which a server issued. None by default. */
    private @Nullable TokenUse token;

    /** Largest request body that is read to be compared, 1MB by default; above it 413. */
    private @Nullable DataSize requestLimit;

    /**
     * Largest response body that is kept for repeats, 2MB by default; above it repeats are told that it was not kept.
     */
    private @Nullable DataSize keptResponseLimit;

    /**
     * Largest response body that is held back until the commit, 256MB by default; above it the request fails and is
     * rolled back.
     */
    private @Nullable DataSize responseLimit;

    /** Statuses whose responses are recorded although they are rolled back by default. */
    private @Nullable Set<Integer> recordedStatuses;

    /**
     * Statuses whose responses are rolled back and leave the key free, besides 401, 403, 407, 408, 413, 425, 429 and
     * 5xx.
     */
    private @Nullable Set<Integer> rolledBackStatuses;

    /** Statuses whose writes are committed but not recorded, so that the same key runs again. */
    private @Nullable Set<Integer> unrecordedStatuses;

    /** Response headers that are kept besides the usual ones. */
    private @Nullable Set<String> keptHeaders;

    /** What of the body a repeat must ask again. Its content by default. */
    private @Nullable Comparison compare;

    /** Request headers that a repeat must carry alike; none by default. */
    private @Nullable List<String> compareHeaders;

    /** JSON pointers to members of the body that do not count when repeats are compared, such as a client's clock. */
    private @Nullable Set<String> ignoredMembers;

    /**
     * Exceptions that are an answer: the writes are rolled back, and the response they are rendered to is recorded. A
     * Rejection always is one.
     */
    private @Nullable List<Class<? extends Throwable>> finalExceptions;

    /** What sendError means when no exception came with it. A failure by default. */
    private @Nullable SendError sendError;

    /** Whether the handler calls other systems: its claim commits before it, and no transaction surrounds it. */
    private @Nullable Boolean external;

    /**
     * Whether an external handler may be entered again under a key that has not ended with an answer, because
     * everything it does is itself safe to repeat.
     */
    private @Nullable Boolean resumable;

    /** Isolation level of the transaction around the handler; the database's by default. */
    private @Nullable Isolation isolation;

    /** Name of the ReplayAuthorizer bean that is asked before a replay, for rules deeper than the handler. */
    private @Nullable String replayAuthorizer;

    /** Bean name of the store or data source of the records; the only or primary one by default. */
    private @Nullable String store;

    public @Nullable Presence getKey() {
        return key;
    }

    public void setKey(@Nullable Presence key) {
        this.key = key;
    }

    public @Nullable KeySyntax getKeySyntax() {
        return keySyntax;
    }

    public void setKeySyntax(@Nullable KeySyntax keySyntax) {
        this.keySyntax = keySyntax;
    }

    public @Nullable Integer getMinKeyBytes() {
        return minKeyBytes;
    }

    public void setMinKeyBytes(@Nullable Integer minKeyBytes) {
        this.minKeyBytes = minKeyBytes;
    }

    public @Nullable Integer getMaxKeyBytes() {
        return maxKeyBytes;
    }

    public void setMaxKeyBytes(@Nullable Integer maxKeyBytes) {
        this.maxKeyBytes = maxKeyBytes;
    }

    public @Nullable String getKeyPointer() {
        return keyPointer;
    }

    public void setKeyPointer(@Nullable String keyPointer) {
        this.keyPointer = keyPointer;
    }

    public @Nullable String getKeyField() {
        return keyField;
    }

    public void setKeyField(@Nullable String keyField) {
        this.keyField = keyField;
    }

    public @Nullable TokenUse getToken() {
        return token;
    }

    public void setToken(@Nullable TokenUse token) {
        this.token = token;
    }

    public @Nullable DataSize getRequestLimit() {
        return requestLimit;
    }

    public void setRequestLimit(@Nullable DataSize requestLimit) {
        this.requestLimit = requestLimit;
    }

    public @Nullable DataSize getKeptResponseLimit() {
        return keptResponseLimit;
    }

    public void setKeptResponseLimit(@Nullable DataSize keptResponseLimit) {
        this.keptResponseLimit = keptResponseLimit;
    }

    public @Nullable DataSize getResponseLimit() {
        return responseLimit;
    }

    public void setResponseLimit(@Nullable DataSize responseLimit) {
        this.responseLimit = responseLimit;
    }

    public @Nullable Set<Integer> getRecordedStatuses() {
        return recordedStatuses;
    }

    public void setRecordedStatuses(@Nullable Set<Integer> recordedStatuses) {
        this.recordedStatuses = recordedStatuses;
    }

    public @Nullable Set<Integer> getRolledBackStatuses() {
        return rolledBackStatuses;
    }

    public void setRolledBackStatuses(@Nullable Set<Integer> rolledBackStatuses) {
        this.rolledBackStatuses = rolledBackStatuses;
    }

    public @Nullable Set<Integer> getUnrecordedStatuses() {
        return unrecordedStatuses;
    }

    public void setUnrecordedStatuses(@Nullable Set<Integer> unrecordedStatuses) {
        this.unrecordedStatuses = unrecordedStatuses;
    }

    public @Nullable Set<String> getKeptHeaders() {
        return keptHeaders;
    }

    public void setKeptHeaders(@Nullable Set<String> keptHeaders) {
        this.keptHeaders = keptHeaders;
    }

    public @Nullable Comparison getCompare() {
        return compare;
    }

    public void setCompare(@Nullable Comparison compare) {
        this.compare = compare;
    }

    public @Nullable List<String> getCompareHeaders() {
        return compareHeaders;
    }

    public void setCompareHeaders(@Nullable List<String> compareHeaders) {
        this.compareHeaders = compareHeaders;
    }

    public @Nullable Set<String> getIgnoredMembers() {
        return ignoredMembers;
    }

    public void setIgnoredMembers(@Nullable Set<String> ignoredMembers) {
        this.ignoredMembers = ignoredMembers;
    }

    public @Nullable List<Class<? extends Throwable>> getFinalExceptions() {
        return finalExceptions;
    }

    public void setFinalExceptions(@Nullable List<Class<? extends Throwable>> finalExceptions) {
        this.finalExceptions = finalExceptions;
    }

    public @Nullable SendError getSendError() {
        return sendError;
    }

    public void setSendError(@Nullable SendError sendError) {
        this.sendError = sendError;
    }

    public @Nullable Boolean getExternal() {
        return external;
    }

    public void setExternal(@Nullable Boolean external) {
        this.external = external;
    }

    public @Nullable Boolean getResumable() {
        return resumable;
    }

    public void setResumable(@Nullable Boolean resumable) {
        this.resumable = resumable;
    }

    public @Nullable Isolation getIsolation() {
        return isolation;
    }

    public void setIsolation(@Nullable Isolation isolation) {
        this.isolation = isolation;
    }

    public @Nullable String getReplayAuthorizer() {
        return replayAuthorizer;
    }

    public void setReplayAuthorizer(@Nullable String replayAuthorizer) {
        this.replayAuthorizer = replayAuthorizer;
    }

    public @Nullable String getStore() {
        return store;
    }

    public void setStore(@Nullable String store) {
        this.store = store;
    }
}
