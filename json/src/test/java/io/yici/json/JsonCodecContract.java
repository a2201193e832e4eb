package io.yici.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.reactivex.rxjava3.core.Single;
import io.yici.store.Codec;
import io.yici.store.CodecException;
import io.yici.test.CodecContract;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kotlinx.coroutines.flow.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What both JSON codecs owe beyond the contract: types by annotation, other versions of a type, silence about content.
 */
abstract class JsonCodecContract extends CodecContract {
    private static final String SECRET = "4111-1111";

    /** The codec with this choice. */
    protected abstract Codec codec(ReadBack readBack);

    @Test
    void sealedTypesKeepTheirClassWhereverTheyStand() {
        Card card = new Card("1");
        comesBackEqual(Pay.class, card);
        comesBackEqual(typeOf(new TypeOf<List<Pay>>() {}), List.of(card, new Cash("1")));
        comesBackEqual(typeOf(new TypeOf<Map<String, Pay>>() {}), Map.of("a", card));
        comesBackEqual(typeOf(new TypeOf<Optional<Pay>>() {}), Optional.of(card));
        comesBackEqual(Paid.class, new Paid(card, List.of(new Cash("2"), card)));
        assertThat((Pay[]) decoded(Pay[].class, codec().encode(new Pay[] {card}, Pay[].class)))
                .containsExactly(card);
    }

    @Test
    void aSubclassThatItsTypeDoesNotNameIsRefused() {
        assertThatThrownBy(() -> codec().encode(new Voucher("1"), Pay.class)).isInstanceOf(CodecException.class);
    }

    @TestFactory
    Stream<DynamicTest> typesOfFrameworksThatAreNoValuesAreRefused() {
        Map<String, Type> types = new LinkedHashMap<>();
        types.put("Mono", typeOf(new TypeOf<Mono<Order>>() {}));
        types.put("Flux", typeOf(new TypeOf<Flux<Order>>() {}));
        types.put("Single", typeOf(new TypeOf<Single<Order>>() {}));
        types.put("coroutine flow", typeOf(new TypeOf<Flow<Order>>() {}));
        types.put("DeferredResult", typeOf(new TypeOf<DeferredResult<Order>>() {}));
        types.put("WebAsyncTask", typeOf(new TypeOf<WebAsyncTask<Order>>() {}));
        types.put("SseEmitter", SseEmitter.class);
        types.put("StreamingResponseBody", StreamingResponseBody.class);
        types.put("Resource", Resource.class);
        types.put("list of Mono", typeOf(new TypeOf<List<Mono<Order>>>() {}));
        types.put("ResponseEntity of Mono", typeOf(new TypeOf<ResponseEntity<Mono<Order>>>() {}));
        types.put("ResponseEntity", typeOf(new TypeOf<ResponseEntity<Order>>() {}));
        return types.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertThatThrownBy(() -> codec().check(each.getValue()))
                                .isInstanceOf(CodecException.class)
                                .hasMessageContaining("refused")));
    }

    @Test
    void aRefusalNamesThePlaceAndTheRemedy() {
        assertThatThrownBy(() -> codec().check(typeOf(new TypeOf<Map<String, Loose>>() {})))
                .hasMessageContaining(".payload")
                .hasMessageContaining("declare the class");
        assertThatThrownBy(() -> codec().check(typeOf(new TypeOf<Mono<Order>>() {})))
                .hasMessageContaining("not finished when the method returns");
    }

    @Test
    void aClassThatJacksonCannotMakeOutIsRefused() {
        assertThatThrownBy(() -> codec().check(Torn.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Torn");
        assertThatThrownBy(() -> codec().check(new Type() {})).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> codec().check(typeOf(new TypeOf<List<Moody>>() {})))
                .isInstanceOf(CodecException.class);
    }

    @Test
    void collectionsOfAnyKindComeBackInTheirOrder() {
        Set<String> words = IntStream.range(0, 100).mapToObj(Integer::toString).collect(Collectors.toSet());
        Map<String, Integer> counts = words.stream().collect(Collectors.toMap(word -> word, String::length));
        comesBackEqual(typeOf(new TypeOf<Set<String>>() {}), Set.copyOf(words));
        comesBackEqual(typeOf(new TypeOf<HashSet<String>>() {}), new HashSet<>(words));
        comesBackEqual(typeOf(new TypeOf<Map<String, Integer>>() {}), Map.copyOf(counts));
        comesBackEqual(typeOf(new TypeOf<HashMap<String, Integer>>() {}), new HashMap<>(counts));
        comesBackEqual(typeOf(new TypeOf<List<String>>() {}), List.copyOf(words));
        comesBackEqual(Note.class, new Note("a", null, new Bag<>(words)));
        Map<State, Integer> states = new LinkedHashMap<>();
        states.put(State.PAID, 2);
        states.put(State.NEW, 1);
        comesBackEqual(typeOf(new TypeOf<Map<State, Integer>>() {}), states);
        comesBackEqual(typeOf(new TypeOf<Set<State>>() {}), new LinkedHashSet<>(states.keySet()));
        Collection<Integer> values = counts.values();
        Type collection = typeOf(new TypeOf<Collection<Integer>>() {});
        assertThat(decoded(collection, codec().encode(values, collection))).isEqualTo(new ArrayList<>(values));
    }

    @Test
    void classesWithoutPublicConstructorComeBack() {
        comesBackEqual(Code.class, Code.of("A-1"));
        comesBackEqual(typeOf(new TypeOf<Map<String, List<Code>>>() {}), Map.of("a", List.of(Code.of("A-1"))));
        assertSame(Code.of("A-1"), new Coded("A-1"));
    }

    @Test
    void aDifferenceIsPlaced() {
        assertThatThrownBy(() -> codec(ReadBack.ALWAYS)
                        .encode(new Minute(LocalDateTime.of(2026, 11, 29, 10, 15, 1)), Minute.class))
                .hasMessageContaining("in its component time");
    }

    @Test
    void answersByChanceComeBack() {
        long seed = Seeds.next("answersByChanceComeBack");
        Random chance = new Random(seed);
        Codec always = codec(ReadBack.ALWAYS);
        Type type = typeOf(new TypeOf<Page<Order>>() {});
        for (int i = 0; i < 2_000; i++) {
            List<Order> orders = new ArrayList<>();
            for (int count = chance.nextInt(4); count > 0; count--) {
                orders.add(orderByChance(chance));
            }
            Page<Order> page = new Page<>(orders, orders.stream().findFirst(), chance.nextLong());
            assertThat(always.decode(always.encode(page, type), always.contentType(), type))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(page);
        }
    }

    private static State stateByChance(Random chance) {
        return chance.nextBoolean() ? State.NEW : State.PAID;
    }

    private static Order orderByChance(Random chance) {
        Map<State, Integer> history = new LinkedHashMap<>();
        for (int i = chance.nextInt(3); i > 0; i--) {
            history.put(stateByChance(chance), chance.nextInt());
        }
        StringBuilder text = new StringBuilder();
        for (int i = chance.nextInt(20); i > 0; i--) {
            text.append((char) (chance.nextInt(4) == 0 ? chance.nextInt(0x10000) : chance.nextInt(0x80)));
        }
        return new Order(
                text.toString(),
                new Money(
                        new BigDecimal(new BigInteger(120, chance), chance.nextInt(60) - 30),
                        Currency.getInstance("JPY")),
                stateByChance(chance),
                Instant.ofEpochSecond(
                        chance.nextLong(400_000_000_000L) - 200_000_000_000L, chance.nextInt(1_000_000_000)),
                List.of(new Line(text.reverse().toString(), chance.nextInt(), history)),
                chance.nextBoolean() ? Optional.of(text.toString()) : Optional.empty());
    }

    @Test
    void textsBeyondTheLimitsForStrangersComeBack() {
        comesBackEqual(String.class, "一".repeat(21_000_000));
    }

    @Test
    void nestingComesBackUpToItsLimitAndIsRefusedBeyond() {
        Tree tree = new Tree("leaf", List.of());
        for (int i = 0; i < 499; i++) {
            tree = new Tree("", List.of(tree));
        }
        comesBackEqual(Tree.class, tree);
        Tree deeper = new Tree("", List.of(tree));
        assertThatThrownBy(() -> codec().encode(deeper, Tree.class)).isInstanceOf(CodecException.class);
        List<Tree> children = new ArrayList<>();
        Tree endless = new Tree("", children);
        children.add(endless);
        assertThatThrownBy(() -> codec().encode(endless, Tree.class)).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> codec().canonical(endless)).isInstanceOf(CodecException.class);
    }

    @Test
    void anOlderRecordIsReadByANewerType() {
        byte[] old = codec().encode(new Old("A-1"), Old.class);
        assertThat(decoded(New.class, old)).isEqualTo(new New("A-1", 0, Optional.empty(), null));
    }

    @Test
    void aNewerRecordIsReadByAnOlderType() {
        byte[] newer = codec().encode(new New("A-1", 7, Optional.of("x"), List.of("y")), New.class);
        assertThat(decoded(Old.class, newer)).isEqualTo(new Old("A-1"));
    }

    @Test
    void aRecordOfAnotherTypeIsNotReadAsEmpty() {
        byte[] stored = codec().encode(new Line("TEA-1", 2, Map.of()), Line.class);
        assertThatThrownBy(() -> decoded(New.class, stored))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("another type");
        byte[] inside = json("{\"items\":[{\"sku\":\"TEA-1\"},{\"sku\":\"TEA-2\"}],\"total\":2}");
        assertThatThrownBy(() -> decoded(typeOf(new TypeOf<Page<Old>>() {}), inside))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("another type");
    }

    @Test
    void aStoredValueThatDoesNotFitIsNotBent() {
        Map<String, Class<?>> misfits = new LinkedHashMap<>();
        misfits.put("10.50", int.class);
        misfits.put("10.0", long.class);
        misfits.put("3000000000", int.class);
        misfits.put("\"7\"", int.class);
        misfits.put("\"10.00\"", BigDecimal.class);
        misfits.put("1", boolean.class);
        misfits.put("0", State.class);
        misfits.put("\"0\"", State.class);
        misfits.put("\"LOST\"", State.class);
        misfits.put("\"paid!\"", State.class);
        misfits.put("{\"amount\":10} {\"amount\":11}", Money.class);
        misfits.put("[]", Money.class);
        misfits.put("{\"@type\":\"Voucher\",\"number\":\"1\"}", Pay.class);
        misfits.put("{\"number\":\"1\"}", Pay.class);
        misfits.forEach((json, type) -> assertThatThrownBy(() -> decoded(type, json(json)))
                .as("%s as %s", json, type)
                .isInstanceOf(CodecException.class));
    }

    @Test
    void aClassNameInStoredJsonCreatesNothing() {
        byte[] json = json("{\"text\":\"a\",\"@class\":\"java.io.File\",\"money\":null}");
        assertThat(((Note) decoded(Note.class, json)).text()).isEqualTo("a");
    }

    @Test
    void contentStaysOutOfMessages() {
        List<Runnable> failures = List.of(
                () -> decoded(Money.class, json("{\"amount\":\"" + SECRET + "\"}")),
                () -> decoded(int.class, json("\"" + SECRET + "\"")),
                () -> decoded(State.class, json("\"" + SECRET + "\"")),
                () -> decoded(Money.class, json("{\"amount\": " + SECRET + "x")),
                () -> decoded(typeOf(new TypeOf<Map<String, Integer>>() {}), json("{\"" + SECRET + "\":\"x\"}")),
                () -> decoded(typeOf(new TypeOf<Map<State, Integer>>() {}), json("{\"" + SECRET + "\":1}")),
                () -> decoded(Pay.class, json("{\"@type\":\"" + SECRET + "\"}")),
                () -> codec().canonical(Map.of(SECRET, new LazyOrder())),
                () -> codec().canonical(Map.of("a", SECRET + "\uD800")));
        for (Runnable failure : failures) {
            assertThatThrownBy(failure::run).isInstanceOf(CodecException.class).satisfies(thrown -> {
                StringWriter everything = new StringWriter();
                thrown.printStackTrace(new PrintWriter(everything));
                assertThat(everything.toString()).doesNotContain("4111");
            });
        }
    }

    @Test
    void answersOfClosedTypesAreTrustedAfterSixteenProofs() {
        LocalDateTime onTheMinute = LocalDateTime.of(2026, 11, 29, 10, 15);
        Codec codec = codec(ReadBack.UNTIL_TRUSTED);
        assertThatThrownBy(() -> codec.encode(new Minute(onTheMinute.withSecond(1)), Minute.class))
                .isInstanceOf(CodecException.class);
        for (int i = 0; i < 16; i++) {
            codec.encode(new Minute(onTheMinute.plusMinutes(i)), Minute.class);
        }
        assertThatCode(() -> codec.encode(new Minute(onTheMinute.withSecond(1)), Minute.class))
                .doesNotThrowAnyException();
    }

    @Test
    void answersOfOpenTypesAreReadBackForEver() {
        Codec codec = codec(ReadBack.UNTIL_TRUSTED);
        for (int i = 0; i < 40; i++) {
            codec.encode(new Basin(new Bowl()), Basin.class);
        }
        assertThatThrownBy(() -> codec.encode(new Basin(new DeepBowl()), Basin.class))
                .isInstanceOf(CodecException.class);
    }

    @Test
    void readingBackIsAChoice() {
        Minute cut = new Minute(LocalDateTime.of(2026, 11, 29, 10, 15, 1));
        Minute whole = new Minute(LocalDateTime.of(2026, 11, 29, 10, 15));
        Codec always = codec(ReadBack.ALWAYS);
        for (int i = 0; i < 40; i++) {
            always.encode(whole, Minute.class);
        }
        assertThatThrownBy(() -> always.encode(cut, Minute.class)).isInstanceOf(CodecException.class);
        assertThatCode(() -> codec(ReadBack.NEVER).encode(cut, Minute.class)).doesNotThrowAnyException();
    }

    @Test
    void requestsThatDifferOnlyInClassDiffer() {
        Card card = new Card("1");
        Cash cash = new Cash("1");
        assertDiffer(card, cash);
        assertDiffer(List.of(card), List.of(cash));
        assertDiffer(new Object[] {card}, new Object[] {cash});
        assertDiffer(Map.of("a", card), Map.of("a", cash));
        assertDiffer(Optional.of(card), Optional.of(cash));
        assertDiffer(new Loose("a", card), new Loose("a", cash));
        assertDiffer(new Loose("a", List.of(card)), new Loose("a", List.of(cash)));
        assertDiffer(Set.of(card), Set.of(cash));
        assertThat(codec().canonical(new Paid(card, List.of(cash))))
                .isEqualTo(codec().canonical(new Paid(new Card("1"), List.of(new Cash("1")))));
    }

    @Test
    void setsInRequestsAreEqualInAnyOrder() {
        assertSame(new LinkedHashSet<>(List.of("a", "b")), new LinkedHashSet<>(List.of("b", "a")));
        assertSame(EnumSet.of(State.NEW, State.PAID), Set.of(State.PAID, State.NEW));
        assertSame(
                new Loose("a", new LinkedHashSet<>(List.of(List.of(1), List.of(2)))),
                new Loose("a", new LinkedHashSet<>(List.of(List.of(2), List.of(1)))));
        assertSame(
                new LinkedHashSet<>(List.of(new BigDecimal("1E+1"), new BigDecimal("1.5"))),
                new LinkedHashSet<>(List.of(new BigDecimal("1.50"), new BigDecimal("10"))));
        assertSame(new LinkedHashSet<>(Arrays.asList("a", null)), new LinkedHashSet<>(Arrays.asList(null, "a")));
        assertDiffer(Set.of("a"), Set.of("a", "b"));
        assertDiffer(Set.of(new Paid(new Card("1"), List.of())), Set.of(new Paid(new Card("2"), List.of())));
        assertDiffer(List.of("a", "b"), List.of("b", "a"));
    }

    @Test
    void aNewOptionalPropertyDoesNotChangeOldRequests() {
        assertSame(new New("A-1", 0, Optional.empty(), null), new Older("A-1", 0));
        assertDiffer(new New("A-1", 0, Optional.of(""), null), new Older("A-1", 0));
        assertDiffer(new New("A-1", 0, Optional.empty(), List.of()), new Older("A-1", 0));
        Map<String, @Nullable String> withNull = new HashMap<>();
        withNull.put("a", null);
        assertDiffer(withNull, Map.of());
    }

    @Test
    void aRequestWithoutPropertiesIsRefused() {
        assertThatThrownBy(() -> codec().canonical(new Hidden("a")))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Hidden");
        assertThatThrownBy(() -> codec().encode(new Hidden("a"), Hidden.class)).isInstanceOf(CodecException.class);
    }

    @Test
    void mapKeysThatLookAlikeAreRefused() {
        Map<Object, Integer> alike = new LinkedHashMap<>();
        alike.put(1L, 1);
        alike.put("1", 2);
        assertThatThrownBy(() -> codec().canonical(alike)).isInstanceOf(CodecException.class);
    }

    /** Created by a factory alone. */
    public static final class Code {
        private final String text;

        private Code(String text) {
            this.text = text;
        }

        static Code of(String text) {
            return new Code(text);
        }

        /** The only property. */
        public String getText() {
            return text;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Code that && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    /** Known only to a module of the application. */
    public static final class Weight {
        private final long grams;

        private Weight(long grams) {
            this.grams = grams;
        }

        static Weight ofGrams(long grams) {
            return new Weight(grams);
        }

        long inGrams() {
            return grams;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Weight that && grams == that.grams;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(grams);
        }
    }

    /** Two getters claim one name. */
    public static final class Torn {
        /** One. */
        @JsonProperty("name")
        public String getFirst() {
            return "a";
        }

        /** The other. */
        @JsonProperty("name")
        public String getSecond() {
            return "b";
        }
    }

    /** An interface whose only implementation is not named. */
    public interface Moody {
        /** A property. */
        String getMood();
    }

    /** Looks the same. */
    public record Coded(String text) {}

    /** How customers pay. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "@type")
    @JsonSubTypes({@JsonSubTypes.Type(Card.class), @JsonSubTypes.Type(Cash.class)})
    public sealed interface Pay permits Card, Cash, Voucher {}

    /** By card. */
    public record Card(String number) implements Pay {}

    /** In cash. */
    public record Cash(String number) implements Pay {}

    /** Forgotten in the list of subtypes. */
    public record Voucher(String number) implements Pay {}

    /** Holds some. */
    public record Paid(Pay first, List<Pay> others) {}

    /** An answer before a release. */
    public record Old(String id) {}

    /** A request before a release. */
    public record Older(String id, int count) {}

    /** The same after it. */
    public record New(
            String id,
            int count,
            Optional<String> note,
            @Nullable List<String> tags) {}

    /** Loses its seconds. */
    public record Minute(
            @JsonFormat(pattern = "yyyy-MM-dd HH:mm") LocalDateTime time) {}

    /** Holds something that may be a subclass. */
    public record Basin(Bowl bowl) {}

    /** A class with subclasses and equality. */
    public static class Bowl {
        /** A property. */
        public int getSize() {
            return 1;
        }

        /** Read and dropped. */
        public void setSize(int size) {}

        @Override
        @SuppressWarnings("EqualsGetClass") // as many classes of the field do
        public boolean equals(@Nullable Object other) {
            return other != null && other.getClass() == getClass();
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** One. */
    public static class DeepBowl extends Bowl {}

    /** Keeps all to itself. */
    public static final class Hidden {
        @SuppressWarnings("unused")
        private final String inside;

        Hidden(String inside) {
            this.inside = inside;
        }
    }

    /** A list that compares by identity, as those of persistence frameworks do. */
    private static final class Bag<T> extends ArrayList<T> {
        private static final long serialVersionUID = 1L;

        Bag(Collection<T> elements) {
            super(elements);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private void comesBackEqual(Type type, Object value) {
        codec().check(type);
        assertThat(decoded(type, codec().encode(value, type))).isEqualTo(value);
    }

    private Object decoded(Type type, byte[] json) {
        return Objects.requireNonNull(codec().decode(json, codec().contentType(), type));
    }

    private void assertSame(Object one, Object other) {
        assertThat(text(codec().canonical(one))).isEqualTo(text(codec().canonical(other)));
    }

    private void assertDiffer(Object one, Object other) {
        assertThat(text(codec().canonical(one))).isNotEqualTo(text(codec().canonical(other)));
    }

    private static byte[] json(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
