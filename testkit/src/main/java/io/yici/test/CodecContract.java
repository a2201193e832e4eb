package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.store.Codec;
import io.yici.store.CodecException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What every codec owes: answers come back exactly, what cannot come back is refused before anything runs, and equal
 * requests have equal canonical forms.
 */
public abstract class CodecContract {
    /** The codec under test. */
    protected abstract Codec codec();

    /** One answer: what the method declares, and what it returned. */
    public record Row(String name, Type type, Object value) {}

    @TestFactory
    Stream<DynamicTest> answersComeBackAsTheyWent() {
        return answers().map(row -> DynamicTest.dynamicTest(row.name(), () -> comesBack(row)));
    }

    @TestFactory
    Stream<DynamicTest> typesThatCannotComeBackAreRefused() {
        return refused().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertThatThrownBy(() -> codec().check(each.getValue()))
                                .isInstanceOf(CodecException.class)
                                .hasMessageContaining("refused")));
    }

    @Test
    void anEncodingIsNamedInShortAscii() {
        assertThat(codec().contentType())
                .isNotBlank()
                .hasSizeLessThanOrEqualTo(64)
                .matches("\\p{ASCII}+");
    }

    @Test
    void bytesOfAnotherEncodingAreNotRead() {
        byte[] bytes = codec().encode(new Money(new BigDecimal("10.00"), Currency.getInstance("EUR")), Money.class);
        assertThatThrownBy(() -> codec().decode(bytes, "application/x-other;v=9", Money.class))
                .isInstanceOf(CodecException.class);
    }

    @Test
    void damagedBytesAreNotRead() {
        byte[] bytes = codec().encode(new Money(new BigDecimal("10.00"), Currency.getInstance("EUR")), Money.class);
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        longer[bytes.length] = bytes[bytes.length - 1];
        for (byte[] damaged : List.of(cut, longer, new byte[0], new byte[] {1, 2, 3})) {
            assertThatThrownBy(() -> codec().decode(damaged, codec().contentType(), Money.class))
                    .isInstanceOf(CodecException.class);
        }
    }

    @Test
    void aValueThatFailsWhileItIsWrittenIsRefused() {
        assertThatThrownBy(() -> codec().encode(new LazyOrder(), LazyOrder.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("LazyOrder")
                .rootCause()
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aValueThatWouldLoseSomethingIsRefused() {
        assertThatThrownBy(() -> codec().encode(new Forgetful("kept", "lost"), Forgetful.class))
                .isInstanceOf(CodecException.class);
    }

    @Test
    void aPropertyThatCannotBeReadBackIsRefused() {
        Unsettable unsettable = new Unsettable();
        unsettable.code = "A-1";
        assertThatThrownBy(() -> codec().encode(unsettable, Unsettable.class)).isInstanceOf(CodecException.class);
    }

    @Test
    void aValueOfASubclassTheTypeDoesNotKnowIsRefused() {
        Customer vip = new ImportantCustomer();
        vip.setName("Ada");
        assertThatThrownBy(() -> codec().encode(vip, Customer.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("ImportantCustomer");
    }

    @Test
    void equalRequestsHaveEqualForms() {
        assertThat(codec().canonical(order("10.00"))).isEqualTo(codec().canonical(order("10.00")));
        assertThat(codec().canonical(Map.of("a", 1, "b", 2, "c", 3)))
                .isEqualTo(codec().canonical(new TreeMap<>(Map.of("c", 3, "b", 2, "a", 1))));
        assertThat(codec().canonical(new HashSet<>(List.of("x", "y", "z"))))
                .isEqualTo(codec().canonical(new LinkedHashSet<>(List.of("z", "y", "x"))));
        assertThat(codec().canonical(null)).isEqualTo(codec().canonical(null));
    }

    @Test
    void differentRequestsHaveDifferentForms() {
        List<@Nullable Object> different = Arrays.asList(
                null,
                "",
                "null",
                1,
                "1",
                true,
                List.of(),
                Map.of(),
                List.of(1, 2),
                List.of(2, 1),
                List.of(List.of(1), 2),
                List.of(1, List.of(2)),
                Map.of("a", 1),
                Map.of("a", "1"),
                Map.of("a", List.of(1)),
                Map.of("a,b", 1),
                new BigDecimal("9007199254740993"),
                new BigDecimal("9007199254740992"),
                new BigDecimal("12345678901234567890.12"),
                new BigDecimal("12345678901234567890.13"),
                order("10.00"),
                order("10.01"));
        Set<String> forms = different.stream()
                .map(request -> new String(codec().canonical(request), StandardCharsets.UTF_8))
                .collect(Collectors.toSet());
        assertThat(forms).hasSize(different.size());
    }

    @Test
    void aRequestThatWouldBeUsedUpIsRefused() {
        Stream<String> request = Stream.of("a");
        assertThatThrownBy(() -> codec().canonical(request)).isInstanceOf(CodecException.class);
        assertThat(request).containsExactly("a");
        Iterator<String> iterator = List.of("a").iterator();
        assertThatThrownBy(() -> codec().canonical(List.of(iterator))).isInstanceOf(CodecException.class);
        assertThat(iterator.hasNext()).isTrue();
    }

    @Test
    void manyThreadsMayShareIt() throws Exception {
        Codec codec = codec();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> calls = IntStream.range(0, 400)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        Order order = order(i + ".00");
                        byte[] bytes = codec.encode(order, Order.class);
                        return order.equals(codec.decode(bytes, codec.contentType(), Order.class));
                    })
                    .toList();
            for (Future<Boolean> each : threads.invokeAll(calls)) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void comesBack(Row row) {
        codec().check(row.type());
        byte[] bytes = codec().encode(row.value(), row.type());
        Object again = codec().decode(bytes, codec().contentType(), row.type());
        if (hasEquality(row.value())) {
            assertThat(again).isEqualTo(row.value());
        } else {
            assertThat(again)
                    .usingRecursiveComparison()
                    .withStrictTypeChecking()
                    .isEqualTo(row.value());
        }
        assertThat(codec().encode(Objects.requireNonNull(again), row.type())).isEqualTo(bytes);
    }

    private static boolean hasEquality(Object value) {
        return !(value instanceof Receipt)
                && !(value instanceof Customer)
                && !value.getClass().isArray();
    }

    /** Types and values that every codec brings back exactly. */
    public static Stream<Row> answers() {
        Order order = order("10.00");
        List<Row> rows = new ArrayList<>();
        rows.addAll(scalars());
        rows.addAll(times());
        rows.add(row("record", Order.class, order));
        rows.add(row("record without components", Done.class, new Done()));
        rows.add(row("record with null components", Note.class, new Note(null, null, List.of())));
        rows.add(row("record with bytes", Receipt.class, new Receipt(new byte[] {0, -1, 127, -128}, new int[] {1, 2})));
        rows.add(row("bean", Customer.class, customer()));
        rows.add(row("class without default constructor", Sku.class, new Sku("TEA-1", 7)));
        rows.add(row("array of records", Order[].class, new Order[] {order, order("0.10")}));
        rows.add(row("array of arrays", byte[][].class, new byte[][] {{1}, {}}));
        rows.add(row("list", new TypeOf<List<Order>>() {}, new ArrayList<>(List.of(order, order("1E+3")))));
        rows.add(row("list with null", new TypeOf<List<String>>() {}, new ArrayList<>(Arrays.asList("a", null))));
        rows.add(row("empty list", new TypeOf<List<Order>>() {}, new ArrayList<>()));
        rows.add(row("set", new TypeOf<Set<String>>() {}, new LinkedHashSet<>(List.of("z", "a", "m"))));
        rows.add(row("sorted set", new TypeOf<TreeSet<Integer>>() {}, new TreeSet<>(List.of(3, 1, 2))));
        rows.add(row("enum set", new TypeOf<EnumSet<State>>() {}, EnumSet.of(State.PAID, State.NEW)));
        rows.add(row("collection", new TypeOf<Collection<Long>>() {}, new ArrayList<>(List.of(1L, 2L))));
        rows.add(row("queue", new TypeOf<Queue<String>>() {}, linked("b", "a")));
        rows.add(row("map", new TypeOf<Map<String, Order>>() {}, ordered("b", order, "a", order("0"))));
        rows.add(row("map of Long to enum", new TypeOf<Map<Long, State>>() {}, ordered(7L, State.PAID, 3L, State.NEW)));
        rows.add(row("map by enum", new TypeOf<EnumMap<State, Integer>>() {}, new EnumMap<>(Map.of(State.PAID, 1))));
        rows.add(
                row("map by UUID", new TypeOf<Map<UUID, Integer>>() {}, ordered(new UUID(1, 2), 1, new UUID(0, 1), 2)));
        rows.add(row(
                "map by date",
                new TypeOf<Map<LocalDate, Integer>>() {},
                ordered(LocalDate.EPOCH, 1, LocalDate.MAX, 2)));
        rows.add(row(
                "map by instant",
                new TypeOf<Map<Instant, Integer>>() {},
                ordered(Instant.ofEpochSecond(1, 7), 1, Instant.EPOCH, 2)));
        rows.add(row("sorted map", new TypeOf<SortedMap<String, Integer>>() {}, new TreeMap<>(Map.of("b", 1, "a", 2))));
        rows.add(row("map with null", typeOf(new TypeOf<Map<String, @Nullable String>>() {}), withNull()));
        rows.add(row("Optional", new TypeOf<Optional<Order>>() {}, Optional.of(order)));
        rows.add(row("empty Optional", new TypeOf<Optional<Order>>() {}, Optional.empty()));
        rows.add(row(
                "Optional of a list",
                new TypeOf<Optional<List<BigDecimal>>>() {},
                Optional.of(new ArrayList<>(List.of(new BigDecimal("1.10"))))));
        rows.add(row(
                "list of Optional",
                new TypeOf<List<Optional<Integer>>>() {},
                new ArrayList<>(List.of(Optional.of(1), Optional.empty()))));
        rows.add(row(
                "generic record",
                new TypeOf<Page<Order>>() {},
                new Page<>(new ArrayList<>(List.of(order)), Optional.of(order), 3)));
        rows.add(row(
                "nested generics",
                new TypeOf<Map<String, List<Optional<Page<Order>>>>>() {},
                ordered(
                        "a",
                        new ArrayList<>(List.of(
                                Optional.of(new Page<>(new ArrayList<>(List.of(order)), Optional.empty(), 0)),
                                Optional.empty())),
                        "b",
                        new ArrayList<>())));
        rows.add(row(
                "tree", Tree.class, new Tree("root", new ArrayList<>(List.of(new Tree("leaf", new ArrayList<>()))))));
        return rows.stream();
    }

    private static List<Row> scalars() {
        return List.of(
                row("int", int.class, Integer.MIN_VALUE),
                row("Integer", Integer.class, 7),
                row("long", long.class, Long.MAX_VALUE),
                row("Long", Long.class, (1L << 53) + 1),
                row("short", short.class, Short.MIN_VALUE),
                row("byte", byte.class, Byte.MIN_VALUE),
                row("boolean", boolean.class, true),
                row("char", char.class, '一'),
                row("double", double.class, 0.1 + 0.2),
                row("negative zero", double.class, -0.0),
                row("smallest double", Double.class, Double.MIN_VALUE),
                row("NaN", double.class, Double.NaN),
                row("infinite double", double.class, Double.NEGATIVE_INFINITY),
                row("float", float.class, 0.1f),
                row("BigDecimal 10.00", BigDecimal.class, new BigDecimal("10.00")),
                row("BigDecimal 1E+3", BigDecimal.class, new BigDecimal("1E+3")),
                row("BigDecimal 0E-10", BigDecimal.class, new BigDecimal("0E-10")),
                row("BigDecimal of many digits", BigDecimal.class, new BigDecimal("1." + "2345678901".repeat(300))),
                row("BigDecimal of a huge exponent", BigDecimal.class, new BigDecimal("-1E+999999999")),
                row("BigInteger", BigInteger.class, BigInteger.TWO.pow(20000).negate()),
                row("String", String.class, "a\"\\/\u0000\u001f\u2028é e\u0301 一次 \uD83D\uDE00"),
                row("half a surrogate pair", String.class, "a\uD800"),
                row("UUID", UUID.class, new UUID(-1, 1)),
                row("enum", State.class, State.PAID),
                row("enum constant with a body", State.class, State.NEW),
                row("URI", URI.class, URI.create("https://example.org/a%20b?c=d#e")),
                row("Currency", Currency.class, Currency.getInstance("CNY")),
                row("Locale", Locale.class, Locale.forLanguageTag("zh-Hans-CN")),
                row("OptionalInt", OptionalInt.class, OptionalInt.of(5)),
                row("empty OptionalLong", OptionalLong.class, OptionalLong.empty()),
                row("OptionalDouble", OptionalDouble.class, OptionalDouble.of(0.1)));
    }

    @SuppressWarnings("JavaUtilDate") // old code returns it
    private static List<Row> times() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        LocalDateTime doubled = LocalDateTime.of(2026, 10, 25, 2, 30);
        return List.of(
                row("Instant", Instant.class, Instant.parse("2026-11-29T10:15:30.123456789Z")),
                row("early Instant", Instant.class, Instant.parse("-0044-03-15T00:00:00.000000001Z")),
                row("last Instant", Instant.class, Instant.MAX),
                row("LocalDate", LocalDate.class, LocalDate.of(2024, 2, 29)),
                row("LocalTime", LocalTime.class, LocalTime.of(0, 0, 0, 1)),
                row("LocalTime on the minute", LocalTime.class, LocalTime.NOON),
                row("LocalDateTime", LocalDateTime.class, LocalDateTime.of(2024, 2, 29, 23, 59, 59, 999_999_999)),
                row(
                        "OffsetDateTime",
                        OffsetDateTime.class,
                        doubled.withNano(10).atOffset(ZoneOffset.ofHoursMinutes(5, 45))),
                row("OffsetDateTime in UTC", OffsetDateTime.class, doubled.atOffset(ZoneOffset.UTC)),
                row("OffsetTime", OffsetTime.class, OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHours(-8))),
                row("ZonedDateTime", ZonedDateTime.class, ZonedDateTime.of(2026, 7, 1, 1, 2, 3, 4, berlin)),
                row(
                        "ZonedDateTime, first of two",
                        ZonedDateTime.class,
                        doubled.atZone(berlin).withEarlierOffsetAtOverlap()),
                row(
                        "ZonedDateTime, second of two",
                        ZonedDateTime.class,
                        doubled.atZone(berlin).withLaterOffsetAtOverlap()),
                row("ZonedDateTime in region UTC", ZonedDateTime.class, doubled.atZone(ZoneId.of("UTC"))),
                row("ZonedDateTime at an offset", ZonedDateTime.class, doubled.atZone(ZoneOffset.ofHours(2))),
                row("Duration", Duration.class, Duration.ofSeconds(-1, 1)),
                row("longest Duration", Duration.class, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)),
                row("Period", Period.class, Period.of(1, -2, 3)),
                row("Year", Year.class, Year.of(2026)),
                row("YearMonth", YearMonth.class, YearMonth.of(2026, 2)),
                row("MonthDay", MonthDay.class, MonthDay.of(2, 29)),
                row("Month", Month.class, Month.DECEMBER),
                row("DayOfWeek", DayOfWeek.class, DayOfWeek.SUNDAY),
                row("ZoneId", ZoneId.class, berlin),
                row("ZoneOffset", ZoneOffset.class, ZoneOffset.ofTotalSeconds(3661)),
                row("Date", Date.class, new Date(1_234_567_890_123L)));
    }

    /** Types that could not be stored and read back. */
    public static Map<String, Type> refused() {
        Map<String, Type> types = new LinkedHashMap<>();
        types.put("Object", Object.class);
        types.put("Number", Number.class);
        types.put("array of Object", Object[].class);
        types.put("raw List", List.class);
        types.put("raw Map", Map.class);
        types.put("raw Optional", Optional.class);
        types.put("raw generic record", Page.class);
        types.put("array of raw List", List[].class);
        types.put("list of Object", typeOf(new TypeOf<List<Object>>() {}));
        types.put("list of wildcard", typeOf(new TypeOf<List<?>>() {}));
        types.put("list of bounded wildcard", typeOf(new TypeOf<List<? extends Order>>() {}));
        types.put("map to Object", typeOf(new TypeOf<Map<String, Object>>() {}));
        types.put("raw type deep inside", typeOf(new TypeOf<Map<String, Optional<List<Page>>>>() {}));
        types.put("array of list of Object", typeOf(new TypeOf<List<Object>[]>() {}));
        types.put("type variable", Page.class.getTypeParameters()[0]);
        types.put("list of type variable", Page.class.getRecordComponents()[0].getGenericType());
        types.put("Optional of Optional", typeOf(new TypeOf<Optional<Optional<Order>>>() {}));
        types.put("generic record of Optional", typeOf(new TypeOf<Page<Optional<Order>>>() {}));
        types.put("record with Object", Loose.class);
        types.put("record with raw List", LooseList.class);
        types.put("list of records with Object", typeOf(new TypeOf<List<Loose>>() {}));
        types.put("generic record of Object", typeOf(new TypeOf<Page<Object>>() {}));
        types.put("bean with a stream", Streaming.class);
        types.put("interface", Priced.class);
        types.put("list of interface", typeOf(new TypeOf<List<Priced>>() {}));
        types.put("record with interface", Basket.class);
        types.put("CompletableFuture", typeOf(new TypeOf<CompletableFuture<Order>>() {}));
        types.put("CompletionStage", typeOf(new TypeOf<CompletionStage<Order>>() {}));
        types.put("Future", typeOf(new TypeOf<Future<Order>>() {}));
        types.put("Callable", typeOf(new TypeOf<Callable<Order>>() {}));
        types.put("Supplier", typeOf(new TypeOf<Supplier<Order>>() {}));
        types.put("Publisher", typeOf(new TypeOf<Flow.Publisher<Order>>() {}));
        types.put("list of futures", typeOf(new TypeOf<List<CompletableFuture<Order>>>() {}));
        types.put("array of futures", CompletableFuture[].class);
        types.put("Stream", typeOf(new TypeOf<Stream<Order>>() {}));
        types.put("IntStream", IntStream.class);
        types.put("Iterator", typeOf(new TypeOf<Iterator<Order>>() {}));
        types.put("InputStream", InputStream.class);
        return types;
    }

    /** An amount, for tests of scale. */
    public record Money(BigDecimal amount, Currency currency) {}

    /** An answer as services give it. */
    public record Order(
            String orderNo, Money total, State state, Instant placedAt, List<Line> lines, Optional<String> note) {}

    /** A part of one. */
    public record Line(String sku, int quantity, Map<State, Integer> history) {}

    /** An enum whose text is not its name and whose first constant has a class of its own. */
    public enum State {
        NEW {
            @Override
            boolean isOpen() {
                return true;
            }
        },
        PAID;

        boolean isOpen() {
            return false;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT) + "!";
        }
    }

    /** Only the fact. */
    public record Done() {}

    /** Components that may be null. */
    public record Note(@Nullable String text, @Nullable Money money, List<String> tags) {}

    /** Arrays, which have no equality. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Receipt(byte[] signature, int[] counts) {}

    /** A generic answer. */
    public record Page<T>(List<T> items, Optional<T> first, long total) {}

    /** An answer of its own kind inside. */
    public record Tree(String name, List<Tree> children) {}

    /** What is refused inside of records. */
    public record Loose(String name, @Nullable Object payload) {}

    /** The same, raw. */
    @SuppressWarnings("rawtypes")
    public record LooseList(List items) {}

    /** An interface that does not say what implements it. */
    public interface Priced {
        /** The price. */
        Money price();
    }

    /** Holds one. */
    public record Basket(Priced priced) {}

    /** A bean. */
    public static class Customer {
        private String name = "";
        private final List<String> tags = new ArrayList<>();

        /** Its name. */
        public String getName() {
            return name;
        }

        /** Changes it. */
        public void setName(String name) {
            this.name = name;
        }

        /** Filled through the getter, as generated classes do. */
        public List<String> getTags() {
            return tags;
        }
    }

    /** A subclass the declared type does not know. */
    public static class ImportantCustomer extends Customer {}

    /** Immutable, without default constructor. */
    public static final class Sku {
        private final String code;
        private final int size;

        /** All of it. */
        public Sku(String code, int size) {
            this.code = code;
            this.size = size;
        }

        /** The code. */
        public String getCode() {
            return code;
        }

        /** The size. */
        public int getSize() {
            return size;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Sku that && code.equals(that.code) && size == that.size;
        }

        @Override
        public int hashCode() {
            return code.hashCode();
        }
    }

    /** An entity whose association can no longer be loaded. */
    public static class LazyOrder {
        /** Fails as a closed session does. */
        public List<String> getLines() {
            throw new IllegalStateException("no session");
        }
    }

    /** Holds what is not written, and counts it in its equality. */
    public static final class Forgetful {
        private final String kept;
        private final @Nullable String hidden;

        /** As it is read back. */
        public Forgetful(String kept) {
            this(kept, null);
        }

        Forgetful(String kept, @Nullable String hidden) {
            this.kept = kept;
            this.hidden = hidden;
        }

        /** The only property. */
        public String getKept() {
            return kept;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Forgetful that && kept.equals(that.kept) && Objects.equals(hidden, that.hidden);
        }

        @Override
        public int hashCode() {
            return kept.hashCode();
        }
    }

    /** A bean with a property that nothing sets, and without equality. */
    public static final class Unsettable {
        private @Nullable String code;

        /** Written, and then skipped. */
        public @Nullable String getLabel() {
            return code;
        }
    }

    /** A bean that gives out a stream. */
    public static class Streaming {
        /** Can be read only once. */
        public InputStream getContent() {
            return InputStream.nullInputStream();
        }
    }

    /** An order over this amount. */
    protected static Order order(String amount) {
        return new Order(
                "O-一",
                new Money(new BigDecimal(amount), Currency.getInstance("EUR")),
                State.NEW,
                Instant.parse("2026-11-29T10:15:30.000000001Z"),
                new ArrayList<>(List.of(new Line("TEA-1", 2, ordered(State.NEW, 1, State.PAID, 2)))),
                Optional.empty());
    }

    private static Customer customer() {
        Customer customer = new Customer();
        customer.setName("Ada");
        customer.getTags().add("early");
        return customer;
    }

    private static <K, V> Map<K, V> ordered(K first, V one, K second, V two) {
        Map<K, V> map = new LinkedHashMap<>();
        map.put(first, one);
        map.put(second, two);
        return map;
    }

    @SuppressWarnings("JdkObsolete") // what Jackson creates for a Queue, and the only one of them with equality
    private static Queue<String> linked(String... elements) {
        return new LinkedList<>(List.of(elements));
    }

    private static Map<String, @Nullable String> withNull() {
        Map<String, @Nullable String> map = new LinkedHashMap<>();
        map.put("b", null);
        map.put("a", "x");
        return map;
    }

    private static Row row(String name, Type type, Object value) {
        return new Row(name, type, value);
    }

    private static <T> Row row(String name, TypeOf<T> type, T value) {
        return new Row(name, typeOf(type), value);
    }

    /** The type argument that was kept. */
    protected static Type typeOf(TypeOf<?> type) {
        return ((ParameterizedType) type.getClass().getGenericSuperclass()).getActualTypeArguments()[0];
    }

    /** Keeps a generic type for reflection. */
    public abstract static class TypeOf<T> {}
}
