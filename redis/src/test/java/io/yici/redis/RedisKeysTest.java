package io.yici.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lettuce.core.cluster.SlotHash;
import io.yici.Operation;
import io.yici.OperationId;
import io.yici.guard.EntryGuard.Entry;
import io.yici.guard.TokenMarks.Mark;
import io.yici.services.SharedRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies in Redis, looked at by another client. Cases B34, B38, L5. */
class RedisKeysTest {
    private static final Ground GROUND = Ground.shared();
    private static final Ground.Look LOOK = new Ground.Look(SharedRedis.url());

    private final RedisAccess access =
            RedisAccess.through(GROUND.scripts).keyPrefix(prefix()).timeout(Ground.PATIENCE);

    @AfterAll
    static void close() {
        LOOK.close();
        GROUND.close();
    }

    /** B34: the life is there from the first instant, not rounded to seconds, and a repeat does not change it. */
    @Test
    void everyKeyHasItsLifeFromItsFirstInstant() {
        RedisTokenMarks marks = new RedisTokenMarks(access);
        marks.consume(operation("k"), Duration.ofDays(37));
        assertThat(LOOK.redis.pttl(only()))
                .isBetween(
                        Duration.ofDays(37).minusMinutes(1).toMillis(),
                        Duration.ofDays(37).toMillis());
        assertThat(marks.consume(operation("k"), Duration.ofMillis(5))).isInstanceOf(Mark.Repeated.class);
        assertThat(LOOK.redis.pttl(only())).isGreaterThan(Duration.ofDays(36).toMillis());
    }

    /** B34, L5: never longer than asked for. */
    @Test
    void entryLivesNoLongerThanAsked() {
        new RedisEntryGuard(access)
                .enter(operation("k"), Duration.ofMillis(2_000).plusNanos(999_999));
        assertThat(LOOK.redis.pttl(only())).isBetween(1L, 2_000L);
    }

    /** B34: 300 years overflow somewhere; refused at the door, with the argument's name. */
    @Test
    void lifeBeyondReasonIsRefused() {
        Duration centuries = Duration.ofDays(300 * 365);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisTokenMarks(access).consume(operation("k"), centuries))
                .withMessageContaining("keep");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisEntryGuard(access).enter(operation("k"), centuries))
                .withMessageContaining("atMost");
        assertThat(keys()).isEmpty();
    }

    /** B38: one key, whichever command; what takes it can give it up. */
    @Test
    void entryIsTakenAndGivenUpUnderOneKey() {
        RedisEntryGuard guard = new RedisEntryGuard(access);
        Entry.Entered entered = (Entry.Entered) guard.enter(operation("k"), Duration.ofMinutes(1));
        assertThat(only()).isEqualTo(GROUND.prefix + mine() + "guard:{" + operation("k") + "}");
        entered.close();
        awaitNoKeys();
    }

    /** B38, L5: whatever a client sends, the key's size is fixed and its hash tag is a digest. */
    @ParameterizedTest
    @ValueSource(strings = {"{steer}", "}{", "{}", "a:{b}:c", "\u4e00\u6b21", "k\" 0 NX"})
    void clientSteersNeitherSlotNorSize(String key) {
        OperationId id = operation(key);
        new RedisTokenMarks(access).consume(id, Duration.ofMinutes(1));
        String physical = only();
        assertThat(physical).hasSize((GROUND.prefix + mine() + "token:{}").length() + 64);
        assertThat(SlotHash.getSlot(physical))
                .isEqualTo(SlotHash.getSlot(id.toString().getBytes(StandardCharsets.US_ASCII)));
    }

    /** B38: keys that share a hash tag of their own do not meet on one slot. */
    @Test
    void keysWithOneHashTagOfTheClientSpreadOverTheCluster() {
        Set<Integer> slots = new HashSet<>();
        for (int number = 0; number < 50; number++) {
            slots.add(SlotHash.getSlot(
                    access.key("token", operation("{one}" + number).toString())));
        }
        assertThat(slots).hasSizeGreaterThan(40);
    }

    @Test
    void guardAndMarksOfOneOperationDoNotMeet() {
        assertThat(new RedisTokenMarks(access).consume(operation("k"), Duration.ofMinutes(1)))
                .isInstanceOf(Mark.First.class);
        assertThat(new RedisEntryGuard(access).enter(operation("k"), Duration.ofMinutes(1)))
                .isInstanceOf(Entry.Entered.class);
        assertThat(keys()).hasSize(2);
    }

    /** B38: a brace in the prefix would put all keys on one slot. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{a}", "a{", "a b", "a\n"})
    void prefixThatCouldSteerIsRefused(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> access.keyPrefix(prefix))
                .withMessageContaining("keyPrefix");
    }

    /** A client that lost its connection sends a command again that may have been done: it must not meet itself. */
    @Test
    void takingSentTwiceIsStillTheFirst() throws RedisUnavailableException {
        String key = access.key("guard", "k");
        assertThat(access.take(key, "a", 60_000)).isTrue();
        assertThat(access.take(key, "a", 60_000)).isTrue();
        assertThat(access.take(key, "b", 60_000)).isFalse();
    }

    /** B35: the old owner keeps and gives up nothing of the new one's. */
    @Test
    void onlyTheOwnerKeepsAndGivesUp() throws RedisUnavailableException {
        String key = access.key("guard", "k");
        access.take(key, "new", 60_000);
        assertThat(access.keep(key, "old", 600_000)).isFalse();
        assertThat(access.leave(key, "old")).isFalse();
        assertThat(LOOK.redis.get(only())).isEqualTo("new");
        assertThat(LOOK.redis.pttl(only())).isLessThanOrEqualTo(60_000);
        assertThat(access.keep(key, "new", 600_000)).isTrue();
        assertThat(LOOK.redis.pttl(only())).isGreaterThan(500_000);
        assertThat(access.leave(key, "new")).isTrue();
        assertThat(keys()).isEmpty();
    }

    /** The answer is waited for all the same, and the interrupt is still there afterwards. */
    @Test
    void interruptLosesNoAnswer() throws RedisUnavailableException {
        String key = access.key("guard", "k");
        Thread.currentThread().interrupt();
        boolean taken = access.take(key, "a", 60_000);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(taken).isTrue();
    }

    private String mine() {
        return Integer.toHexString(System.identityHashCode(this)) + ":";
    }

    private String prefix() {
        return GROUND.prefix + mine();
    }

    private List<String> keys() {
        return LOOK.redis.keys(prefix() + "*");
    }

    private String only() {
        assertThat(keys()).hasSize(1);
        return keys().get(0);
    }

    private void awaitNoKeys() {
        Await.until(() -> keys().isEmpty());
    }

    private static OperationId operation(String key) {
        return Operation.named("order.create").by("alice").key(key).id();
    }
}
