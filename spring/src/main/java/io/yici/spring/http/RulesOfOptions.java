package io.yici.spring.http;

import io.yici.Rejection;
import io.yici.guard.TokenUse;
import io.yici.http.KeptHeaders;
import io.yici.http.KeyField;
import io.yici.http.KeyPointer;
import io.yici.http.KeyRules;
import io.yici.http.KeySyntax;
import io.yici.http.RecordedStatuses;
import io.yici.spring.Idempotent;
import io.yici.spring.http.HttpOptions.Comparison;
import io.yici.spring.http.HttpOptions.Presence;
import io.yici.spring.http.HttpOptions.SendError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.util.unit.DataSize;

/** Settles the options of a route: what it says itself, else what all routes say, else the default. */
final class RulesOfOptions {
    private final HttpOptions all;
    private final @Nullable HttpOptions own;
    private final @Nullable Idempotent marker;

    RulesOfOptions(HttpOptions all, @Nullable HttpOptions own, @Nullable Idempotent marker) {
        this.all = all;
        this.own = own;
        this.marker = marker;
    }

    /**
     * The rules, where keys are tokens as the operation's settings and these options together say.
     *
     * @throws IllegalArgumentException saying which option cannot be used
     */
    RouteRules rules(TokenUse tokens) {
        String pointer = option(HttpOptions::getKeyPointer, "");
        String field = option(HttpOptions::getKeyField, KeyField.DEFAULT_NAME);
        refuseContradictions(tokens);
        return new RouteRules(
                option(HttpOptions::getKey, Presence.REQUIRED) == Presence.REQUIRED,
                new KeyRules(
                        option(HttpOptions::getKeySyntax, KeySyntax.LENIENT),
                        option(HttpOptions::getMinKeyBytes, 1),
                        option(HttpOptions::getMaxKeyBytes, 255),
                        tokens != TokenUse.NONE),
                pointer.isEmpty() ? null : KeyPointer.of(pointer),
                field.isEmpty() ? null : new KeyField(field),
                tokens,
                Math.toIntExact(size(HttpOptions::getRequestLimit, "request-limit", DataSize.ofMegabytes(1))),
                size(HttpOptions::getKeptResponseLimit, "kept-response-limit", DataSize.ofMegabytes(2)),
                size(HttpOptions::getResponseLimit, "response-limit", DataSize.ofMegabytes(256)),
                RecordedStatuses.defaults()
                        .recording(option(HttpOptions::getRecordedStatuses, Set.of()))
                        .rollingBack(option(HttpOptions::getRolledBackStatuses, Set.of()))
                        .committingUnrecorded(option(HttpOptions::getUnrecordedStatuses, Set.of())),
                KeptHeaders.defaults().and(option(HttpOptions::getKeptHeaders, Set.of())),
                option(HttpOptions::getCompare, Comparison.CONTENT),
                option(HttpOptions::getCompareHeaders, List.of()),
                option(HttpOptions::getIgnoredMembers, Set.of()),
                finalExceptions(),
                marker == null ? List.of() : Arrays.asList(marker.commitUnrecorded()),
                option(HttpOptions::getSendError, SendError.FAILURE) == SendError.ANSWER,
                option(HttpOptions::getExternal, marker != null && marker.external()),
                option(HttpOptions::getResumable, marker != null && marker.resumable()));
    }

    private void refuseContradictions(TokenUse tokens) {
        KeySyntax syntax = option(HttpOptions::getKeySyntax, KeySyntax.LENIENT);
        if (tokens == TokenUse.REQUIRED && (syntax == KeySyntax.UUID || syntax == KeySyntax.UUIDV7)) {
            throw new IllegalArgumentException(
                    "its keys would have to be tokens and UUIDs at once: choose token=accepted, or another key-syntax.");
        }
        if (tokens == TokenUse.REQUIRED && option(HttpOptions::getKey, Presence.REQUIRED) == Presence.OPTIONAL) {
            throw new IllegalArgumentException(
                    "it requires tokens, and with key=optional would run without one: choose one of the two.");
        }
    }

    /** Whether keys are tokens, as far as the route says. */
    TokenUse tokens() {
        return option(HttpOptions::getToken, TokenUse.NONE).and(marker == null ? TokenUse.NONE : marker.token());
    }

    private List<Class<? extends Throwable>> finalExceptions() {
        List<Class<? extends Throwable>> types =
                new ArrayList<>(option(HttpOptions::getFinalExceptions, List.<Class<? extends Throwable>>of()));
        types.add(Rejection.class);
        if (marker != null) {
            types.addAll(Arrays.asList(marker.finalExceptions()));
        }
        return types;
    }

    /** The isolation level, by Spring's number. */
    int isolation() {
        return option(
                options -> options.getIsolation() == null
                        ? null
                        : options.getIsolation().value(),
                TransactionDefinition.ISOLATION_DEFAULT);
    }

    /** Bean name of the store, or empty. */
    String store() {
        return option(HttpOptions::getStore, marker == null ? "" : marker.store());
    }

    /** Bean name of the replay authorizer, or empty. */
    String replayAuthorizer() {
        return option(HttpOptions::getReplayAuthorizer, "");
    }

    boolean allowsSuspension() {
        return marker != null && marker.allowSuspension();
    }

    private long size(Function<HttpOptions, @Nullable DataSize> option, String name, DataSize otherwise) {
        DataSize size = option(option, otherwise);
        if (size.toBytes() < 1 || size.toBytes() > Integer.MAX_VALUE - 16) {
            throw new IllegalArgumentException(name + " must be between 1 byte and 2 GB, not " + size);
        }
        return size.toBytes();
    }

    private <T> T option(Function<HttpOptions, @Nullable T> option, T otherwise) {
        T said = own == null ? null : option.apply(own);
        if (said == null) {
            said = option.apply(all);
        }
        return said == null ? otherwise : said;
    }
}
