package io.yici.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.guard.TokenCheck.Expired;
import io.yici.guard.TokenCheck.Reason;
import io.yici.guard.TokenCheck.Refused;
import io.yici.guard.TokenCheck.Valid;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTokensTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final byte[] OLD = secret(1);
    private static final byte[] NEW = secret(2);
    private static final FormTokens TOKENS = at(NOON);

    @Test
    void theCallerItWasIssuedToMayUseItForItsOperation() {
        String token = TOKENS.issue("order.create", "alice");
        assertThat(TOKENS.verify("order.create", "alice", token))
                .isEqualTo(new Valid(NOON, NOON.plus(Duration.ofMinutes(30))));
    }

    @Test
    void noTwoTokensAreTheSame() {
        Set<String> tokens = new HashSet<>();
        for (int count = 0; count < 1_000; count++) {
            tokens.add(TOKENS.issue("order.create", "alice"));
        }
        assertThat(tokens).hasSize(1_000);
    }

    /** Whole texts of every length that is allowed for names, callers and ids of secrets. */
    @Test
    void everyTokenIsAKeyThatFitsIntoEveryDoor() {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            String id = "i".repeat(1 + random.nextInt(32));
            FormTokens tokens = FormTokens.signedBy(id, NEW).build();
            String name = "n".repeat(1 + random.nextInt(128));
            String caller = "\u4e00".repeat(1 + random.nextInt(85));
            String token = tokens.issue(name, caller);
            assertThat(token).as("seed " + seed).matches("yt1\\.[A-Za-z0-9_-]{78,119}");
            assertThat(FormTokens.looksLikeToken(token)).isTrue();
            Operation.named(name).by(caller).key(token);
            assertThat(tokens.verify(name, caller, token)).as("seed " + seed).isInstanceOf(Valid.class);
        }
    }

    /** Another caller's, or another operation's, is refused; whatever the two have in common. */
    @ParameterizedTest
    @CsvSource({
        "order.create, bob",
        "order.create, alic",
        "order.create, alicee",
        "order.create, Alice",
        "order.creat, ealice",
        "order.cancel, alice",
        "rder.create, aliceo",
        "eorder.create, alic",
        "order.create2, alice",
        "a, lice",
        "orderxcreate, alice"
    })
    void nobodyElseMayUseItAndNotForAnythingElse(String operation, String caller) {
        String token = TOKENS.issue("order.create", "alice");
        assertThat(TOKENS.verify(operation, caller, token)).isEqualTo(new Refused(Reason.NOT_YOURS));
    }

    /** Every bit of every character, those included that decoding would drop. */
    @Test
    void aTokenWithAnyBitFlippedIsRefused() {
        for (String id : new String[] {"k", "k1", "k12"}) {
            FormTokens tokens = FormTokens.signedBy(id, NEW)
                    .clock(Clock.fixed(NOON, ZoneOffset.UTC))
                    .build();
            String token = tokens.issue("order.create", "alice");
            for (int index = 0; index < token.length(); index++) {
                for (int bit = 0; bit < 16; bit++) {
                    char[] flipped = token.toCharArray();
                    flipped[index] ^= (char) (1 << bit);
                    assertThat(tokens.verify("order.create", "alice", new String(flipped)))
                            .as("bit " + bit + " of character " + index)
                            .isInstanceOf(Refused.class);
                }
            }
        }
    }

    /** Seeded: what is cut, joined, or made up is refused, and nothing is thrown. */
    @Test
    void whatIsNoTokenIsRefusedWhateverItIs() {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String token = TOKENS.issue("order.create", "alice");
            String second = TOKENS.issue("order.create", "alice");
            int cut = random.nextInt(token.length());
            String other = switch (random.nextInt(6)) {
                case 0 -> token.substring(0, cut);
                case 1 -> token.substring(0, cut) + 'A' + token.substring(cut);
                case 2 -> token + "A".repeat(1 + random.nextInt(200));
                case 3 -> token + "=";
                case 4 -> token.substring(0, cut) + second.substring(cut);
                default -> "yt1." + random(random);
            };
            if (TOKENS.verify("order.create", "alice", other) instanceof Valid) {
                // Cut where both are still alike, and joined, it is one of them again, whole.
                assertThat(other).as("seed " + seed).isIn(token, second);
            }
        }
        assertThat(TOKENS.verify("order.create", "alice", "")).isEqualTo(new Refused(Reason.MALFORMED));
        assertThat(TOKENS.verify("order.create", "alice", "yt1.")).isEqualTo(new Refused(Reason.MALFORMED));
        assertThat(TOKENS.verify("order.create", "alice", "3f1c")).isEqualTo(new Refused(Reason.MALFORMED));
    }

    @Test
    void pastItsTimeItIsAuthenticStill() {
        String token = TOKENS.issue("order.create", "alice");
        Instant end = NOON.plus(Duration.ofMinutes(30));
        assertThat(at(end.minusMillis(1)).verify("order.create", "alice", token))
                .isInstanceOf(Valid.class);
        assertThat(at(end).verify("order.create", "alice", token)).isEqualTo(new Expired(NOON, end));
        assertThat(at(end.plus(Duration.ofDays(3650))).verify("order.create", "alice", token))
                .isEqualTo(new Expired(NOON, end));
        assertThat(at(end).verify("order.create", "bob", token)).isEqualTo(new Refused(Reason.NOT_YOURS));
    }

    /** A clock may be a minute ahead, not more: what it dates would live longer than its record. */
    @Test
    void aTokenFromFurtherInTheFutureThanClocksDifferIsRefused() {
        String token = TOKENS.issue("order.create", "alice");
        assertThat(at(NOON.minus(Duration.ofMinutes(1))).verify("order.create", "alice", token))
                .isInstanceOf(Valid.class);
        assertThat(at(NOON.minus(Duration.ofMinutes(1)).minusMillis(1)).verify("order.create", "alice", token))
                .isEqualTo(new Refused(Reason.FROM_THE_FUTURE));
        assertThat(TOKENS.longestLife()).isEqualTo(Duration.ofMinutes(32));
    }

    /** Every node verifies the new one first, then it signs, then the old one goes. */
    @Test
    void secretsAreChangedWithoutATokenBeingLost() {
        FormTokens before =
                FormTokens.signedBy("old", OLD).verifying("new", NEW).build();
        FormTokens after = FormTokens.signedBy("new", NEW).verifying("old", OLD).build();
        FormTokens without = FormTokens.signedBy("new", NEW).build();
        String byOld = before.issue("order.create", "alice");
        String byNew = after.issue("order.create", "alice");
        assertThat(after.verify("order.create", "alice", byOld)).isInstanceOf(Valid.class);
        assertThat(before.verify("order.create", "alice", byNew)).isInstanceOf(Valid.class);
        assertThat(without.verify("order.create", "alice", byNew)).isInstanceOf(Valid.class);
        assertThat(without.verify("order.create", "alice", byOld)).isEqualTo(new Refused(Reason.SECRET_UNKNOWN));
    }

    @Test
    void anotherSecretUnderTheSameIdVerifiesNothing() {
        String token = FormTokens.signedBy("k", OLD).build().issue("order.create", "alice");
        assertThat(FormTokens.signedBy("k", NEW).build().verify("order.create", "alice", token))
                .isEqualTo(new Refused(Reason.NOT_YOURS));
    }

    @Test
    void secretsNeverShow() {
        FormTokens tokens =
                FormTokens.signedBy("k", "a-secret-of-at-least-32-characters!").build();
        assertThat(tokens).hasToString("FormTokens[signing k, verifying [k]]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FormTokens.signedBy("k", "too short to be one"))
                .withMessageContaining("19 bytes")
                .withMessageNotContaining("too short");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "k.1", "\u00e4", "123456789012345678901234567890123"})
    void anIdThatCannotBeWrittenIntoATokenIsRefused(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FormTokens.signedBy(id, NEW))
                .withMessageContaining("id");
    }

    @Test
    void settingsOutOfBoundsAreRefusedByName() {
        FormTokensBuilder builder = FormTokens.signedBy("k", NEW);
        for (Duration life : new Duration[] {
            Duration.ZERO, Duration.ofMillis(999), Duration.ofDays(7).plusNanos(1)
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.timeToLive(life))
                    .withMessageContaining("timeToLive");
        }
        for (Duration skew :
                new Duration[] {Duration.ofMillis(-1), Duration.ofHours(1).plusNanos(1)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.allowedSkew(skew))
                    .withMessageContaining("allowedSkew");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.verifying("k", OLD))
                .withMessageContaining("twice");
        assertThatIllegalArgumentException().isThrownBy(() -> FormTokens.signedBy("k", new byte[31]));
    }

    @Test
    void noTokenIsIssuedForAnOperationOrACallerThatCannotBe() {
        assertThatThrownBy(() -> TOKENS.issue("no name", "alice")).isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> TOKENS.issue("order.create", " ")).isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> TOKENS.verify("order.create", "\ud800", "yt1.x"))
                .isInstanceOf(InvalidOperationException.class);
    }

    private static FormTokens at(Instant now) {
        return FormTokens.signedBy("k1", NEW)
                .clock(Clock.fixed(now, ZoneOffset.UTC))
                .build();
    }

    private static String random(Random random) {
        return random.ints(random.nextInt(300), 0x20, 0x250)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static byte[] secret(int seed) {
        byte[] secret = new byte[32];
        new Random(seed).nextBytes(secret);
        return secret;
    }
}
