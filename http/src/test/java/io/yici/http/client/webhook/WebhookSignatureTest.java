package io.yici.http.client.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {
    private static final WebhookSecret SECRET = WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final byte[] BODY = "{\"order\":1}".getBytes(UTF_8);

    /** The example of the Standard Webhooks specification. */
    @Test
    void signsAsTheSpecificationShows() {
        byte[] body = "{\"test\": 2432232314}".getBytes(UTF_8);

        assertThat(WebhookSignature.of(List.of(SECRET), "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void verifiesWhatWasSignedWithAnyOfTheSecrets() {
        WebhookSecret next = WebhookSecret.random();
        String signature = WebhookSignature.of(List.of(next, SECRET), "m-1", timestamp(), BODY);

        assertThat(verifies(SECRET, "m-1", timestamp(), signature, BODY)).isTrue();
        assertThat(verifies(next, "m-1", timestamp(), signature, BODY)).isTrue();
        assertThat(verifies(WebhookSecret.random(), "m-1", timestamp(), signature, BODY))
                .isFalse();
    }

    @Test
    void refusesWhatWasChangedOnTheWay() {
        String signature = WebhookSignature.of(List.of(SECRET), "m-1", timestamp(), BODY);

        assertThat(verifies(SECRET, "m-2", timestamp(), signature, BODY)).isFalse();
        assertThat(verifies(SECRET, "m-1", "1700000001", signature, BODY)).isFalse();
        assertThat(verifies(SECRET, "m-1", timestamp(), signature, "{\"order\":2}".getBytes(UTF_8)))
                .isFalse();
        assertThat(verifies(SECRET, "m-1", timestamp(), "", BODY)).isFalse();
        assertThat(verifies(SECRET, "m-1", timestamp(), "v2" + signature.substring(2), BODY))
                .isFalse();
    }

    @Test
    void refusesWhatIsTooOldTooNewOrWithoutATime() {
        for (String time : List.of("1699999699", "1700000301", "soon", "-1", "", "999999999999999999")) {
            String signature = WebhookSignature.of(List.of(SECRET), "m-1", time, BODY);

            assertThat(verifies(SECRET, "m-1", time, signature, BODY)).as(time).isFalse();
        }
    }

    @Test
    void aSecretIsReadWithAndWithoutItsPrefixAndNeverShown() {
        assertThat(WebhookSecret.of(SECRET.reveal()).reveal()).isEqualTo(SECRET.reveal());
        assertThat(WebhookSecret.of(SECRET.reveal().substring(6)).reveal()).isEqualTo(SECRET.reveal());
        assertThat(SECRET.toString()).doesNotContain("MfKQ");
        assertThat(WebhookEndpoint.at("https://shop.example/hooks?token=t-1", SECRET)
                        .toString())
                .isEqualTo("https://shop.example/hooks");
    }

    @Test
    void aSecretOfAnotherFormIsRefusedWithoutRepeatingIt() {
        for (String wrong : List.of(
                "whsec_MfKQ*",
                Base64.getEncoder().encodeToString(new byte[23]),
                Base64.getEncoder().encodeToString(new byte[65]))) {
            assertThatThrownBy(() -> WebhookSecret.of(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .message()
                    .doesNotContain(wrong.substring(6));
        }
    }

    @Test
    void anEndpointHasAnAddressAndASecretAndNoPassword() {
        List<String> wrong =
                List.of("shop.example/hooks", "ftp://shop.example/", "https://u:p@shop.example/", "https:///hooks");
        for (String uri : wrong) {
            assertThatThrownBy(() -> WebhookEndpoint.at(uri, SECRET))
                    .as(uri)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new WebhookEndpoint(java.net.URI.create("https://shop.example"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("secrets");
    }

    private static String timestamp() {
        return Long.toString(NOW.getEpochSecond());
    }

    private static boolean verifies(WebhookSecret secret, String id, String time, String signature, byte[] body) {
        return WebhookSignature.verifies(secret, id, time, signature, body, NOW, TOLERANCE);
    }
}
