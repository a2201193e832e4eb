package io.yici.spring.autoconfigure;

import io.yici.SetupException;
import io.yici.guard.FormTokens;
import io.yici.guard.FormTokensBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code yici.tokens.*} of form tokens.
 *
 * @param secrets Secrets by their ids, of at least 32 random bytes as text; the same on every node. Those that do not
 *     sign still verify.
 * @param signing Id of the secret that signs new tokens; the only one when unset.
 * @param timeToLive How long a token may be used for the first time.
 * @param allowedSkew How far the clocks of two nodes may differ.
 */
@ConfigurationProperties("yici.tokens")
record TokenProperties(
        @DefaultValue Map<String, String> secrets,
        @Nullable String signing,
        @DefaultValue("30m") Duration timeToLive,
        @DefaultValue("1m") Duration allowedSkew) {

    /** @throws SetupException when there are no tokens to be made of this */
    FormTokens tokens() {
        String signs = signs();
        try {
            FormTokensBuilder builder = FormTokens.signedBy(signs, secrets.getOrDefault(signs, ""));
            new TreeMap<>(secrets).forEach((id, secret) -> {
                if (!id.equals(signs)) {
                    builder.verifying(id, secret);
                }
            });
            return builder.timeToLive(timeToLive).allowedSkew(allowedSkew).build();
        } catch (IllegalArgumentException unusable) {
            throw new SetupException(List.of("yici.tokens cannot be used: " + unusable.getMessage() + "."), unusable);
        }
    }

    private String signs() {
        List<String> ids = new ArrayList<>(new TreeMap<>(secrets).keySet());
        if (signing != null && secrets.containsKey(signing)) {
            return signing;
        }
        if (signing == null && ids.size() == 1) {
            return ids.get(0);
        }
        throw new SetupException(
                List.of("yici.tokens.signing = " + signing + " names none of the secrets under yici.tokens.secrets, "
                        + ids + ". Name the one that signs new tokens."),
                null);
    }

    /** The ids of the secrets; never a secret. */
    @Override
    public String toString() {
        return "TokenProperties[secrets " + secrets.keySet() + ", signing " + signing + ", timeToLive " + timeToLive
                + ", allowedSkew " + allowedSkew + "]";
    }
}
